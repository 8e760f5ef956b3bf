// The coefficients are the same for all work-items: constant memory.
int inside(int v, int n) { return (uint)v < (uint)n; }

kernel void convolve_naive(global const uchar *in, constant float *filters, global uchar *out,
                           int w, int h, int d, int count)
{
    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    if (at.x >= w || at.y >= h || at.z >= d)
        return;
    int f = 0;
    while (f < count) {
        float sum = 0.0f;
        for (int place = 0; place < 27; ++place) {
            int vx = at.x + place % 3 - 1;
            int vy = at.y + place / 3 % 3 - 1;
            int vz = at.z + place / 9 - 1;
            float voxel = inside(vx, w) && inside(vy, h) && inside(vz, d) ? in[(vz * h + vy) * w + vx] : 0;
            sum += voxel * filters[place * count + f];
        }
        out[((at.z * h + at.y) * w + at.x) * count + f] = convert_uchar_sat(sum);
        ++f;
    }
}
