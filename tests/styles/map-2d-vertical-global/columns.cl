kernel void map_2d_vertical_global(global int *data, global uint2 *who, uint w, uint h, uint per_item)
{
    const uint2 me = { get_global_id(0), get_global_id(1) };
    const bool inside = me.x < w;
    for (uint y = me.y, k = per_item; inside && k && y < h; y += get_global_size(1), --k) {
        uint i = mad24(y, w, me.x);
        data[i] = 2 * data[i] + 1;
        who[i] = me;
    }
}
