// A convolution of a volume of bytes with COUNT filters of K x K x K coefficients, as fast as it gets: nearly
// all that is left in the inner loop are multiply-adds on registers.
//
// A work-item does RESULTS voxels of a row, VECTORS vectors of WIDTH, for TOGETHER filters at once: a voxel that
// it has fetched serves all of these filters and up to K results, a coefficient serves all of its results. What
// a work-group needs of the volume is in local memory, already as floats and with zeros where the volume ends,
// so that nothing is converted or asked in the inner loop. On a GPU WIDTH is 1: its vectors are its warps. On a
// CPU a vector lies along x. Right for every volume, odd K and COUNT.

#ifndef K
#define K 5       // voxels of a filter along each side
#endif
#ifndef COUNT
#define COUNT 4   // filters
#endif
#ifndef TOGETHER
#define TOGETHER (COUNT < 4 ? COUNT : 4) // filters at once
#endif
#ifndef WIDTH
#define WIDTH 1   // voxels of a vector
#endif
#ifndef VECTORS
#define VECTORS 8 // vectors of a work-item
#endif
#ifndef GROUP_X
#define GROUP_X 16 // work-items of a work-group along each side
#endif
#ifndef GROUP_Y
#define GROUP_Y 4
#endif
#ifndef GROUP_Z
#define GROUP_Z 4
#endif
#ifndef LANES
#define LANES 32  // work-items that copy a row of the volume side by side
#endif

#define RESULTS (VECTORS * WIDTH)
#define RADIUS (K / 2)
#define PLACES (K * K * K)
#define PASSES ((COUNT + TOGETHER - 1) / TOGETHER)
#define ITEMS (GROUP_X * GROUP_Y * GROUP_Z)
#define TILE_X (GROUP_X * RESULTS + K - 1)
#define TILE_Y (GROUP_Y + K - 1)
#define TILE_Z (GROUP_Z + K - 1)
#define TILE_ROW ((TILE_X + 15) / 16 * 16) // so that each row begins where a vector may lie
#if ITEMS % LANES
#error "the work-items of a work-group share the rows evenly"
#endif

#define JOINED(a, b) a##b
#define OF_WIDTH(name, width) JOINED(name, width)
#if WIDTH == 1
#define floatv float
#define uintv uint
#define vloadv(i, from) ((from)[i])
#define vstorev(value, i, to) ((to)[i] = (value))
#define convert_uintv convert_uint
#else
#define floatv OF_WIDTH(float, WIDTH)
#define uintv OF_WIDTH(uint, WIDTH)
#define vloadv OF_WIDTH(vload, WIDTH)
#define vstorev OF_WIDTH(vstore, WIDTH)
#define convert_uintv OF_WIDTH(convert_uint, WIDTH)
#endif

// Sums as bytes: the fraction is dropped, what is below 0 becomes 0 and what is above 255 becomes 255.
uintv bytes(floatv sums)
{
    return convert_uintv(fmin(fmax(sums, (floatv)(0.0f)), (floatv)(255.0f)));
}

// ANCHOR: kernel
kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, GROUP_Z)))
void convolve_tuned(global const uchar *restrict in, global const float *restrict filters,
                    global uchar *restrict out, int w, int h, int d)
{
    local float tile[TILE_Z][TILE_Y][TILE_ROW] __attribute__((aligned(64)));
    local float cache[PASSES][PLACES][TOGETHER] __attribute__((aligned(16)));
    int lx = get_local_id(0);
    int ly = get_local_id(1);
    int lz = get_local_id(2);
    int item = (lz * GROUP_Y + ly) * GROUP_X + lx;
    int left = get_group_id(0) * GROUP_X * RESULTS;
    int top = get_group_id(1) * GROUP_Y;
    int front = get_group_id(2) * GROUP_Z;

    // ANCHOR: cache
    for (int i = item; i < PASSES * PLACES * TOGETHER; i += ITEMS) {
        int pass = i / (PLACES * TOGETHER);
        int place = i / TOGETHER % PLACES;
        int f = pass * TOGETHER + i % TOGETHER;
        cache[pass][place][i % TOGETHER] = f < COUNT ? filters[place * COUNT + f] : 0.0f;
    }
    // ANCHOR_END: cache

    // ANCHOR: tile
    int lane = item % LANES;
    for (int r = item / LANES; r < TILE_Z * TILE_Y; r += ITEMS / LANES) {
        int vy = top + r % TILE_Y - RADIUS;
        int vz = front + r / TILE_Y - RADIUS;
        local float *row = tile[r / TILE_Y][r % TILE_Y];
        // Of the row, from `first` up to `last` is volume.
        bool inside = vy >= 0 && vy < h && vz >= 0 && vz < d;
        int first = inside ? max(0, RADIUS - left) : TILE_X;
        int last = inside ? min(TILE_X, w - left + RADIUS) : TILE_X;
        if (inside) {
            global const uchar *from = in + ((size_t)vz * h + vy) * w;
            for (int i = first + lane; i < last; i += LANES)
                row[i] = from[left - RADIUS + i];
        }
        for (int i = lane; i < first; i += LANES)
            row[i] = 0.0f;
        for (int i = last + lane; i < TILE_X; i += LANES)
            row[i] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: tile

    int x = left + lx * RESULTS;
    int y = top + ly;
    int z = front + lz;
    if (x >= w || y >= h || z >= d)
        return;

    for (int pass = 0; pass < PASSES; ++pass) {
        // ANCHOR: sums
        floatv sums[VECTORS][TOGETHER];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
#pragma unroll
            for (int f = 0; f < TOGETHER; ++f)
                sums[v][f] = (floatv)(0.0f);
        }
        for (int dz = 0; dz < K; ++dz) {
            for (int dy = 0; dy < K; ++dy) {
                const local float *row = &tile[lz + dz][ly + dy][lx * RESULTS];
                const local float *weights = cache[pass][(dz * K + dy) * K];
                // Unrolled as a whole: where result v at dx meets the voxel that result v - 1 met at dx + 1,
                // it is still in its register.
#pragma unroll
                for (int dx = 0; dx < K; ++dx) {
#pragma unroll
                    for (int v = 0; v < VECTORS; ++v) {
                        floatv voxels = vloadv(0, row + v * WIDTH + dx);
#pragma unroll
                        for (int f = 0; f < TOGETHER; ++f)
                            sums[v][f] = fma(voxels, (floatv)(weights[dx * TOGETHER + f]), sums[v][f]);
                    }
                }
            }
        }
        // ANCHOR_END: sums

        // ANCHOR: store
        global uchar *results = out + (((size_t)z * h + y) * w + x) * COUNT + pass * TOGETHER;
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            int voxels = min(WIDTH, w - x - v * WIDTH);
#if TOGETHER == 4 && COUNT % 4 == 0 && defined(__ENDIAN_LITTLE__)
            // The results of a voxel make a word, and words are stored whole.
            uintv words = bytes(sums[v][0]) | bytes(sums[v][1]) << 8 | bytes(sums[v][2]) << 16
                | bytes(sums[v][3]) << 24;
            global uint *place = (global uint *)(results + v * WIDTH * COUNT);
            if (COUNT == 4 && voxels == WIDTH) {
                vstorev(words, 0, place);
            } else {
                uint part[WIDTH];
                vstorev(words, 0, part);
                for (int i = 0; i < voxels; ++i)
                    place[i * (COUNT / 4)] = part[i];
            }
#else
#pragma unroll
            for (int f = 0; f < TOGETHER; ++f) {
                uint part[WIDTH];
                vstorev(bytes(sums[v][f]), 0, part);
                for (int i = 0; i < voxels && pass * TOGETHER + f < COUNT; ++i)
                    results[(v * WIDTH + i) * COUNT + f] = part[i];
            }
#endif
        }
        // ANCHOR_END: store
    }
}
// ANCHOR_END: kernel
