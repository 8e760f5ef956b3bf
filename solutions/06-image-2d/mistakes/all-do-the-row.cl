// Mistake: every work-item of a row does the whole row, with the right values.
// Verdict: wrong-work-item

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint y = get_global_id(1);
    if (y < height) {
        for (uint x = 0; x < width; ++x)
            out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
