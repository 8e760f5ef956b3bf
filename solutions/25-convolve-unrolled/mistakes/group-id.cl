// Mistake: the slice is the number of the work-group.
// Verdict: work-item-query

#define K 3                     // voxels of a filter along each side
#define RESULTS 4               // voxels of a row that a work-item does
#define READS (K + RESULTS - 1) // voxels of a row that it needs for them

kernel void convolve_unrolled(global const uchar *in,
                              global const float *filters, global uchar *out,
                              int w, int h, int d)
{
    local float4 cache[K * K * K];
    int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)
        + get_local_id(0);
    for (int place = item; place < K * K * K; place += items)
        cache[place] = vload4(place, filters);
    barrier(CLK_LOCAL_MEM_FENCE);

    int x = get_global_id(0) * RESULTS;
    int y = get_global_id(1);
    int z = get_group_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    float4 sums[RESULTS];
    for (int r = 0; r < RESULTS; ++r)
        sums[r] = (float4)(0.0f);

    for (int dz = 0; dz < K; ++dz) {
        for (int dy = 0; dy < K; ++dy) {
            int vy = y + dy - K / 2;
            int vz = z + dz - K / 2;
            if (vy < 0 || vy >= h || vz < 0 || vz >= d)
                continue;
            for (int i = 0; i < READS; ++i) {
                int vx = x + i - K / 2;
                if (vx < 0 || vx >= w)
                    continue;
                float voxel = in[(vz * h + vy) * w + vx];
                // Result r meets this voxel at place i - r of its row, if the filter reaches so far.
                for (int r = 0; r < RESULTS; ++r) {
                    int dx = i - r;
                    if (dx >= 0 && dx < K)
                        sums[r] += voxel * cache[(dz * K + dy) * K + dx];
                }
            }
        }
    }
    for (int r = 0; r < RESULTS; ++r) {
        if (x + r < w)
            vstore4(convert_uchar4_sat(sums[r]), (z * h + y) * w + x + r, out);
    }
}
