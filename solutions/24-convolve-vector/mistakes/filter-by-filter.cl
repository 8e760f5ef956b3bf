// Mistake: right, but each filter reads all voxels anew.
// Verdict: too-costly

#define K 3 // voxels of a filter along each side

kernel void convolve_vector(global const uchar *in,
                            global const float *filters, global uchar *out,
                            int w, int h, int d)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    int at = (z * h + y) * w + x;
    for (int f = 0; f < 4; ++f) {
        float sum = 0.0f;
        for (int dz = 0; dz < K; ++dz) {
            for (int dy = 0; dy < K; ++dy) {
                for (int dx = 0; dx < K; ++dx) {
                    int vx = x + dx - K / 2;
                    int vy = y + dy - K / 2;
                    int vz = z + dz - K / 2;
                    if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                        continue;
                    int place = (dz * K + dy) * K + dx;
                    sum += filters[place * 4 + f] * in[(vz * h + vy) * w + vx];
                }
            }
        }
        out[at * 4 + f] = convert_uchar_sat(sum);
    }
}
