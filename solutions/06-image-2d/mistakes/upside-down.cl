// Mistake: top and bottom are exchanged instead of left and right.
// Verdict: wrong

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[(height - 1 - y) * pitch + x];
    }
}
