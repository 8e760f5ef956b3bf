// Mistake: the guard lets row height pass, which is behind the end.
// Verdict: out-of-bounds

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y <= height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
