kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint const me = get_global_id(0);
    uint2 range = min((uint2)(me * per_item, me * per_item + per_item), (uint2)(w));
    for (uint i = range.s0; i < range.s1; ++i) {
        int2 v = data[i];
        v.y += v.x + 1;
        data[i] = v.hi;
        who[i] = me;
    }
}
