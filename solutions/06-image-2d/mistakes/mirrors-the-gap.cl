// Mistake: the whole pitch is mirrored, with what lies between the rows.
// Verdict: wrong

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (pitch - 1 - x)];
    }
}
