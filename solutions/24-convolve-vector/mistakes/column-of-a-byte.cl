// Mistake: the column is kept in a byte.
// Verdict: integer-overflow-in-index

#define K 3 // voxels of a filter along each side

kernel void convolve_vector(global const uchar *in,
                            global const float *filters, global uchar *out,
                            int w, int h, int d)
{
    uchar x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    float4 sums = (float4)(0.0f); // one for each filter
    for (int dz = 0; dz < K; ++dz) {
        for (int dy = 0; dy < K; ++dy) {
            for (int dx = 0; dx < K; ++dx) {
                int vx = x + dx - K / 2;
                int vy = y + dy - K / 2;
                int vz = z + dz - K / 2;
                if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                    continue;
                float voxel = in[(vz * h + vy) * w + vx];
                sums += voxel * vload4((dz * K + dy) * K + dx, filters);
            }
        }
    }
    vstore4(convert_uchar4_sat(sums), (z * h + y) * w + x, out);
}
