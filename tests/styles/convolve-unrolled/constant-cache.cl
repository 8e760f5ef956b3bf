#define RESULTS 4
kernel void convolve_unrolled(global const uchar *in, global const float4 *filters, global uchar4 *out,
                              int w, int h, int d)
{
    local float4 cache[27];
    int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int me = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
    for (; me < 27; me += size)
        cache[me] = filters[me];
    barrier(CLK_LOCAL_MEM_FENCE);

    int x = RESULTS * get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < w && y < h && z < d) {
        float4 r0 = 0.0f, r1 = 0.0f, r2 = 0.0f, r3 = 0.0f;
        for (int row = 0; row < 9; ++row) {
            int vy = y + row % 3 - 1, vz = z + row / 3 - 1;
            if (vy < 0 || vy >= h || vz < 0 || vz >= d)
                continue;
            global const uchar *line = in + (vz * h + vy) * w + x;
            local const float4 *c = cache + 3 * row;
            float v0 = x > 0 ? line[-1] : 0;
            float v1 = line[0];
            float v2 = x + 1 < w ? line[1] : 0;
            float v3 = x + 2 < w ? line[2] : 0;
            float v4 = x + 3 < w ? line[3] : 0;
            float v5 = x + 4 < w ? line[4] : 0;
            r0 += v0 * c[0] + v1 * c[1] + v2 * c[2];
            r1 += v1 * c[0] + v2 * c[1] + v3 * c[2];
            r2 += v2 * c[0] + v3 * c[1] + v4 * c[2];
            r3 += v3 * c[0] + v4 * c[1] + v5 * c[2];
        }
        global uchar4 *place = out + (z * h + y) * w + x;
        place[0] = convert_uchar4_sat(r0);
        if (x + 1 < w) place[1] = convert_uchar4_sat(r1);
        if (x + 2 < w) place[2] = convert_uchar4_sat(r2);
        if (x + 3 < w) place[3] = convert_uchar4_sat(r3);
    }
}
