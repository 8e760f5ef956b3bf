// Mistake: dimension 0 is taken for the rows and dimension 1 for the columns.
// Verdict: wrong

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(1);
    uint y = get_global_id(0);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
