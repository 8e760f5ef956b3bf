// The host's buffers are read and written as vectors: their bytes are the same.
kernel void convolve_vector(global const uchar *in, global const float4 *filters, global uchar4 *out,
                            int w, int h, int d)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= w || y >= h || z >= d) return;
    float4 sums = 0.0f;
    int place = 0;
    for (int vz = z - 1; vz <= z + 1; ++vz)
        for (int vy = y - 1; vy <= y + 1; ++vy)
            for (int vx = x - 1; vx <= x + 1; ++vx, ++place)
                if (vx >= 0 && vx < w && vy >= 0 && vy < h && vz >= 0 && vz < d)
                    sums += (float)in[(vz * h + vy) * w + vx] * filters[place];
    out[(z * h + y) * w + x] = convert_uchar4_sat(sums);
}
