kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint size = get_local_size(0), stretch = size * per_item;
    uint begin = get_group_id(0) * stretch;
    uint end = begin + stretch < w ? begin + stretch : w;
    for (uint i = begin + get_local_id(0); i < end; i += size) {
        data[i] = data[i] * 2 + 1;
        who[i] = get_group_id(0) * size + get_local_id(0);
    }
}
