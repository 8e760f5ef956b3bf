// Mistake: the row is the local id, so that only the first rows are done.
// Verdict: work-item-query

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_local_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
