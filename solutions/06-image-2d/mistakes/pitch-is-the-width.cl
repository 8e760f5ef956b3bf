// Mistake: rows are taken to be as far apart as they are long.
// Verdict: wrong

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * width + x] = in[y * width + (width - 1 - x)];
    }
}
