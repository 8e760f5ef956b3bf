// Mistake: the image is taken to lie in memory column by column.
// Verdict: out-of-bounds

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[x * pitch + y] = in[(width - 1 - x) * pitch + y];
    }
}
