// Mistake: the column is kept in 16 bits, so that column 65536 is taken for column 0.
// Verdict: integer-overflow-in-index

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    ushort x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
