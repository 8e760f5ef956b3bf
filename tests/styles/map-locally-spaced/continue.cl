kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    const uint L = get_local_size(0);
    for (uint k = per_item; k-- > 0; ) {
        uint i = (get_group_id(0) * per_item + k) * L + get_local_id(0);
        if (i >= w) continue;
        data[i] = -(-2 * data[i] - 1);
        who[i] = (uint)get_global_id(0);
    }
}
