// Each work-item of a warp reads another row: a sector for each.
kernel void column(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * 1024 + x] = in[x * width + y];
}
