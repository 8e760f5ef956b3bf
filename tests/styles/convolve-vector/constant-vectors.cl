kernel void convolve_vector(global const uchar *in, constant float4 *filters, global uchar *out,
                            int w, int h, int d)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < w && y < h && z < d) {
        float4 sums = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
        for (int p = 0; p < 27; ++p) {
            int3 v = (int3)(x + p % 3 - 1, y + p / 3 % 3 - 1, z + p / 9 - 1);
            if (all(v >= 0) && v.x < w && v.y < h && v.z < d)
                sums = mad((float4)(in[(v.z * h + v.y) * w + v.x]), filters[p], sums);
        }
        vstore4(convert_uchar4_sat(sums), (z * h + y) * w + x, out);
    }
}
