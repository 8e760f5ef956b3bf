kernel void convolve_naive(global const unsigned char *in, global const float *filters, global unsigned char *out,
                           int w, int h, int d, int count)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    for (int f = 0; f < count; ++f) {
        float sum = 0.0f;
        for (int dz = max(0, 1 - z); dz < min(3, d + 1 - z); ++dz)
            for (int dy = max(0, 1 - y); dy < min(3, h + 1 - y); ++dy)
                for (int dx = max(0, 1 - x); dx < min(3, w + 1 - x); ++dx) {
                    int v = ((z + dz - 1) * h + y + dy - 1) * w + x + dx - 1;
                    sum = mad(filters[(9 * dz + 3 * dy + dx) * count + f], convert_float(in[v]), sum);
                }
        out[((z * h + y) * w + x) * count + f] = (uchar)clamp(sum, 0.0f, 255.0f);
    }
}
