// Exercise 25: convolve-unrolled
//
// The same convolution with four filters. Neighbouring results need almost the same voxels: along x, four
// results need 6, where one by one they would read 3 each. So a work-item does 4 voxels of a row here,
// from x = 4 * get_global_id(0) on, and reads each of the 6 voxels of a row once:
//
//     voxel      x-1  x  x+1 x+2 x+3 x+4
//     result 0    *   *   *                    place dx = 0, 1, 2 of the filter
//     result 1        *   *   *
//     result 2            *   *   *
//     result 3                *   *   *
//
// The coefficients of the four filters at a place are one float4; each work-group copies those of all 27
// places into local memory first, where all its work-items read them. That is given, and so is the first
// result. w need not be a multiple of 4. Voxels outside of the volume count as 0.
//
// Counted besides: the elements read from global memory, four voxels being one.
//
// Ranges: w from 0 to 300; h from 0 to 300; d from 0 to 300; w * h * d at most 2048; work-groups of
// 1 to 256 work-items.

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
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    float4 sum = (float4)(0.0f);
    for (int dz = 0; dz < K; ++dz) {
        for (int dy = 0; dy < K; ++dy) {
            int vy = y + dy - K / 2;
            int vz = z + dz - K / 2;
            if (vy < 0 || vy >= h || vz < 0 || vz >= d)
                continue;
            for (int dx = 0; dx < K; ++dx) {
                int vx = x + dx - K / 2;
                if (vx >= 0 && vx < w)
                    sum += in[(vz * h + vy) * w + vx] * cache[(dz * K + dy) * K + dx];
            }
        }
    }
    vstore4(convert_uchar4_sat(sum), (z * h + y) * w + x, out);
}
