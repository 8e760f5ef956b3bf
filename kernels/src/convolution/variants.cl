// The steps from a plain convolution to a quick one, for COUNT filters of K x K x K coefficients: a work-item
// does one voxel, filter by filter; it does all filters at once in vectors; it takes the coefficients from a
// cache in local memory; it does RESULTS voxels of a row, so that a voxel that was read serves several of them.
// Voxels outside of the volume are 0. The coefficients of all filters at one place lie side by side, and so do
// the results of a voxel.

#ifndef K
#define K 5       // voxels of a filter along each side
#endif
#ifndef COUNT
#define COUNT 4   // filters
#endif
#ifndef WIDTH
#define WIDTH 4   // filters of a vector: 1, 2, 3, 4, 8 or 16
#endif
#ifndef RESULTS
#define RESULTS 4 // voxels of a row that a work-item of the last kernel does
#endif

#define PARTS (COUNT / WIDTH) // vectors that hold a number for each filter
#define RADIUS (K / 2)
#define PLACES (K * K * K)
#if COUNT % WIDTH
#error "the filters make whole vectors"
#endif

#define JOINED(a, b) a##b
#define OF_WIDTH(name, width) JOINED(name, width)
#if WIDTH == 1
#define floatv float
#define vloadv(i, from) ((from)[i])
#define vstorev(value, i, to) ((to)[i] = (value))
#define convert_bytes convert_uchar_sat
#else
#define floatv OF_WIDTH(float, WIDTH)
#define vloadv OF_WIDTH(vload, WIDTH)
#define vstorev OF_WIDTH(vstore, WIDTH)
#define convert_bytes OF_WIDTH(OF_WIDTH(convert_uchar, WIDTH), _sat)
#endif

// ANCHOR: naive
kernel void convolve_naive(global const uchar *in, global const float *filters, global uchar *out,
                           int w, int h, int d)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    float sums[COUNT];
    for (int f = 0; f < COUNT; ++f)
        sums[f] = 0.0f;
    for (int dz = 0; dz < K; ++dz) {
        for (int dy = 0; dy < K; ++dy) {
            for (int dx = 0; dx < K; ++dx) {
                int vx = x + dx - RADIUS;
                int vy = y + dy - RADIUS;
                int vz = z + dz - RADIUS;
                if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                    continue;
                float voxel = in[(vz * h + vy) * w + vx];
                for (int f = 0; f < COUNT; ++f)
                    sums[f] += voxel * filters[((dz * K + dy) * K + dx) * COUNT + f];
            }
        }
    }
    for (int f = 0; f < COUNT; ++f)
        out[((z * h + y) * w + x) * COUNT + f] = convert_uchar_sat(sums[f]);
}
// ANCHOR_END: naive

// ANCHOR: vector
kernel void convolve_vector(global const uchar *in, global const float *filters, global uchar *out,
                            int w, int h, int d)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    floatv sums[PARTS];
    for (int p = 0; p < PARTS; ++p)
        sums[p] = (floatv)(0.0f);
    for (int dz = 0; dz < K; ++dz) {
        for (int dy = 0; dy < K; ++dy) {
            for (int dx = 0; dx < K; ++dx) {
                int vx = x + dx - RADIUS;
                int vy = y + dy - RADIUS;
                int vz = z + dz - RADIUS;
                if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                    continue;
                float voxel = in[(vz * h + vy) * w + vx];
                for (int p = 0; p < PARTS; ++p)
                    sums[p] += voxel * vloadv(((dz * K + dy) * K + dx) * PARTS + p, filters);
            }
        }
    }
    for (int p = 0; p < PARTS; ++p)
        vstorev(convert_bytes(sums[p]), ((z * h + y) * w + x) * PARTS + p, out);
}
// ANCHOR_END: vector

// ANCHOR: cached
kernel void convolve_cached(global const uchar *in, global const float *filters, global uchar *out,
                            int w, int h, int d)
{
    local floatv cache[PLACES * PARTS];
    int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)
        + get_local_id(0);
    for (int i = item; i < PLACES * PARTS; i += items)
        cache[i] = vloadv(i, filters);
    barrier(CLK_LOCAL_MEM_FENCE);

    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    floatv sums[PARTS];
    for (int p = 0; p < PARTS; ++p)
        sums[p] = (floatv)(0.0f);
    for (int dz = 0; dz < K; ++dz) {
        for (int dy = 0; dy < K; ++dy) {
            for (int dx = 0; dx < K; ++dx) {
                int vx = x + dx - RADIUS;
                int vy = y + dy - RADIUS;
                int vz = z + dz - RADIUS;
                if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                    continue;
                float voxel = in[(vz * h + vy) * w + vx];
                for (int p = 0; p < PARTS; ++p)
                    sums[p] += voxel * cache[((dz * K + dy) * K + dx) * PARTS + p];
            }
        }
    }
    for (int p = 0; p < PARTS; ++p)
        vstorev(convert_bytes(sums[p]), ((z * h + y) * w + x) * PARTS + p, out);
}
// ANCHOR_END: cached

// ANCHOR: unrolled
kernel void convolve_unrolled(global const uchar *in, global const float *filters, global uchar *out,
                              int w, int h, int d)
{
    local floatv cache[PLACES * PARTS];
    int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)
        + get_local_id(0);
    for (int i = item; i < PLACES * PARTS; i += items)
        cache[i] = vloadv(i, filters);
    barrier(CLK_LOCAL_MEM_FENCE);

    int x = get_global_id(0) * RESULTS;
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;
    for (int p = 0; p < PARTS; ++p) {
        floatv sums[RESULTS];
#pragma unroll
        for (int r = 0; r < RESULTS; ++r)
            sums[r] = (floatv)(0.0f);
        for (int dz = 0; dz < K; ++dz) {
            for (int dy = 0; dy < K; ++dy) {
                int vy = y + dy - RADIUS;
                int vz = z + dz - RADIUS;
                if (vy < 0 || vy >= h || vz < 0 || vz >= d)
                    continue;
                // Result r meets voxel i of the row at place i - r of the filter, if it reaches so far.
#pragma unroll
                for (int i = 0; i < K + RESULTS - 1; ++i) {
                    int vx = x + i - RADIUS;
                    float voxel = vx >= 0 && vx < w ? in[(vz * h + vy) * w + vx] : 0.0f;
#pragma unroll
                    for (int r = 0; r < RESULTS; ++r) {
                        if (i >= r && i - r < K)
                            sums[r] += voxel * cache[((dz * K + dy) * K + i - r) * PARTS + p];
                    }
                }
            }
        }
#pragma unroll
        for (int r = 0; r < RESULTS; ++r) {
            if (x + r < w)
                vstorev(convert_bytes(sums[r]), ((z * h + y) * w + x + r) * PARTS + p, out);
        }
    }
}
// ANCHOR_END: unrolled
