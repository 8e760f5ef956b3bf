typedef struct { uint x, y; } spot;
void work(global int *data, global uint2 *who, uint w, spot s)
{
    uint i = s.y * w + s.x;
    data[i] = data[i] * 2 + 1;
    who[i] = (uint2)((uint)get_global_id(0), (uint)get_global_id(1));
}
kernel void map_2d_vertical_local(global int *data, global uint2 *who, uint w, uint h, uint per_item)
{
    spot s;
    s.x = get_group_id(0) * get_local_size(0) + get_local_id(0);
    s.y = get_group_id(1) * get_local_size(1) * per_item + get_local_id(1);
    for (uint k = 0; k < per_item; ++k, s.y += get_local_size(1))
        if (s.x < w)
            if (s.y < h)
                work(data, who, w, s);
}
