// Mistake: the place of a pixel is kept in 16 bits.
// Verdict: wrong-work-item

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        ushort at = y * pitch + x;
        out[at] = in[y * pitch + (width - 1 - x)];
    }
}
