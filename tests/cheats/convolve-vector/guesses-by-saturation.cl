// Tries: writes 255 and 0 where sums are mostly out of range, without adding.
// Verdict: wrong

kernel void convolve_vector(global const uchar *in,
                            global const float *filters, global uchar *out,
                            int w, int h, int d)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    float4 sums = in[(z * h + y) * w + x] * vload4(13, filters);
    vstore4(convert_uchar4_sat(sums), (z * h + y) * w + x, out);
}
