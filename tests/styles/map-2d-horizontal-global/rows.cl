kernel void map_2d_horizontal_global(global int *data, global uint2 *who, uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0), gy = get_global_id(1);
    if (gy < h) {
        global int *row = data + gy * w;
        global uint2 *names = who + gy * w;
        for (uint k = 0, x = gx; k < per_item && x < w; ++k, x += get_global_size(0)) {
            row[x] = 2 * row[x] + 1;
            names[x].x = gx;
            names[x].y = gy;
        }
    }
}
