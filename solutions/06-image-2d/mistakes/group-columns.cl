// Mistake: the column is the number of the work-group.
// Verdict: work-item-query

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_group_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
