// Mistake: the column is the local id.
// Verdict: work-item-query

#define K 3 // voxels of a filter along each side

kernel void convolve_naive(global const uchar *in,
                           global const float *filters, global uchar *out,
                           int w, int h, int d, int count)
{
    int x = get_local_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    int voxel = (z * h + y) * w + x;
    for (int f = 0; f < count; ++f) {
        float sum = 0.0f;
        for (int dz = 0; dz < K; ++dz) {
            for (int dy = 0; dy < K; ++dy) {
                for (int dx = 0; dx < K; ++dx) {
                    // The voxel in the middle of the filter is (x, y, z).
                    int vx = x + dx - K / 2;
                    int vy = y + dy - K / 2;
                    int vz = z + dz - K / 2;
                    // Voxels outside of the volume are 0.
                    if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                        continue;
                    int at = (vz * h + vy) * w + vx;
                    int place = (dz * K + dy) * K + dx;
                    sum += filters[place * count + f] * in[at];
                }
            }
        }
        out[voxel * count + f] = convert_uchar_sat(sum);
    }
}
