#define SIZE(d) get_local_size(d)
#define LID(d) get_local_id(d)
kernel void map_2d_vertical_local(global int *data, global uint2 *who, uint w, uint h, uint per_item)
{
    uint x = get_global_id(0);
    uint top = get_group_id(1) * SIZE(1) * per_item;
    for (uint row = LID(1); row < SIZE(1) * per_item; row += SIZE(1)) {
        uint y = top + row;
        if (y < h && x < w) {
            data[y * w + x] *= 2;
            data[y * w + x] += 1;
            who[y * w + x] = (uint2)((uint)x, (uint)get_global_id(1));
        }
    }
}
