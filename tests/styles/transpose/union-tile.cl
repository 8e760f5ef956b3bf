#define S 32
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local struct { float row[S + 1]; } tile[S];
    uint x = get_local_id(0), ys = get_local_size(1);
    uint ox = get_group_id(0) * S, oy = get_group_id(1) * S;
    uint y = get_local_id(1);
    do {
        if (ox + x < w && oy + y < h) tile[y].row[x] = in[(oy + y) * w + ox + x];
    } while ((y += ys) < S);
    barrier(CLK_LOCAL_MEM_FENCE);
    y = get_local_id(1);
    do {
        if (oy + x < h && ox + y < w) out[(ox + y) * h + oy + x] = tile[x].row[y];
    } while ((y += ys) < S);
}
