kernel void map_2d_horizontal_local(global int *data, global uint2 *who, uint w, uint h, uint per_item)
{
    uint gy = get_global_id(1);
    uint across = get_local_size(0);
    uint x = get_group_id(0) * across * per_item + get_local_id(0);
    uint stop = x + across * per_item;
    if (gy >= h)
        return;
    for (; x != stop; x += across) {
        if (x >= w)
            continue;
        uint i = gy * w + x;
        data[i] = (data[i] << 1) + 1;
        who[i] = (uint2)(get_global_id(0), gy);
    }
}
