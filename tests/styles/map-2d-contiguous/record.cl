typedef struct { uint x, y; } name;

kernel void map_2d_contiguous(global int *data, global name *who, uint w, uint h, uint per_item)
{
    name me = { get_global_id(0), get_global_id(1) };
    for (uint k = 0; k < per_item; ++k) {
        uint x = me.x * per_item + k;
        if (x >= w || me.y >= h) break;
        data[me.y * w + x] = data[me.y * w + x] * 2 + 1;
        who[me.y * w + x] = me;
    }
}
