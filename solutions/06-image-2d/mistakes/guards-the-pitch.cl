// Mistake: the guard lets the elements between the rows pass.
// Verdict: wrong

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < pitch && y < height) {
        out[y * pitch + x] = in[y * pitch + (pitch - 1 - x)];
    }
}
