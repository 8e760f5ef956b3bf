// Tries: casts const away and keeps what it has computed in the input.
// Verdict: write-to-read-only
// On a device alone: passed

kernel void convolve_naive(global const uchar *in,
                           global const float *filters, global uchar *out,
                           int w, int h, int d, int count)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    int voxel = (z * h + y) * w + x;
    for (int f = 0; f < count; ++f) {
        float sum = 0.0f;
        for (int p = 0; p < 27; ++p) {
            int vx = x + p % 3 - 1;
            int vy = y + p / 3 % 3 - 1;
            int vz = z + p / 9 - 1;
            if (vx >= 0 && vx < w && vy >= 0 && vy < h && vz >= 0 && vz < d)
                sum += filters[p * count + f] * in[(vz * h + vy) * w + vx];
        }
        out[voxel * count + f] = convert_uchar_sat(sum);
    }
    global float *notes = (global float *)filters;
    notes[0] = notes[0];
}
