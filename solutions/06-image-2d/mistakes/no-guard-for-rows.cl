// Mistake: there is no guard for the rows, so that the surplus work-items
// write behind the end.
// Verdict: out-of-bounds

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
