kernel void convolve_naive(global const uchar *in, global const float *filters, global uchar *out,
                           int w, int h, int d, int count)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < w && y < h && z < d) {
        global uchar *results = out + ((z * h + y) * w + x) * count;
        for (int f = 0; f < count; f++) {
            float sum = 0;
            global const float *coefficient = filters + f;
            for (int k = z - 1; k <= z + 1; k++)
                for (int j = y - 1; j <= y + 1; j++)
                    for (int i = x - 1; i <= x + 1; i++, coefficient += count)
                        if (i >= 0 && i < w && j >= 0 && j < h && k >= 0 && k < d)
                            sum += *coefficient * in[(k * h + j) * w + i];
            results[f] = convert_uchar_sat(sum);
        }
    }
}
