// Mistake: the first work-item of each row does the whole row.
// Verdict: wrong-work-item

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint y = get_global_id(1);
    if (get_global_id(0) == 0 && y < height) {
        for (uint x = 0; x < width; ++x)
            out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
