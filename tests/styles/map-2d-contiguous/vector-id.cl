kernel void map_2d_contiguous(global int *data, global uint *who, uint w, uint h, uint per_item)
{
    uint2 g = (uint2)(get_global_id(0), get_global_id(1));
    if (g.y >= h) return;
    for (uint x = g.x * per_item; x < min(w, (g.x + 1) * per_item); ++x) {
        uint i = g.y * w + x;
        data[i] += data[i] + 1;
        vstore2(g, i, who);
    }
}
