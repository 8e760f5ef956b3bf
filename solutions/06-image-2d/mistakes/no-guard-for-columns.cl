// Mistake: there is no guard for the columns, so that the surplus work-items
// read and write what is not theirs.
// Verdict: out-of-bounds

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (y < height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
