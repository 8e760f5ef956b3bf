// A convolution of a volume of bytes with COUNT filters of K x K x K coefficients, as fast as it gets: nearly
// all that is left in the inner loop are multiply-adds on registers.
//
// A work-item does RESULTS voxels of each of ROWS rows, VECTORS vectors of WIDTH, for TOGETHER filters at once: a
// voxel that it has fetched serves all of these filters and up to K results of each of up to K rows, a coefficient
// serves all of its results. What a work-group needs of the volume is in local memory, already as floats and with
// zeros where the volume ends, so that nothing is converted or asked in the inner loop. On a GPU WIDTH is 1: its
// vectors are its warps. On a CPU a vector lies along x. Right for every volume, odd K and COUNT.
//
// With WIDTH 1 and VECTORS a multiple of 4, four voxels are fetched as one word, and four results leave as words,
// where rows of the volume are made of whole words.

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
#define VECTORS 4 // vectors of a row of a work-item
#endif
#ifndef ROWS
#define ROWS 8    // rows of a work-item
#endif
#ifndef GROUP_X
#define GROUP_X 8 // work-items of a work-group along each side
#endif
#ifndef GROUP_Y
#define GROUP_Y 1
#endif
#ifndef GROUP_Z
#define GROUP_Z 8
#endif
#ifndef LANES
#define LANES 32  // work-items that copy a row of the volume side by side
#endif

#define RESULTS (VECTORS * WIDTH)
#define RADIUS (K / 2)
#define PLACES (K * K * K)
#define PASSES ((COUNT + TOGETHER - 1) / TOGETHER)
#define ITEMS (GROUP_X * GROUP_Y * GROUP_Z)
#define IN_WORDS (WIDTH == 1 && VECTORS % 4 == 0)
#define UP_TO_4(n) (((n) + 3) / 4 * 4)
#if IN_WORDS
#define TILE_X UP_TO_4(GROUP_X * RESULTS + K - 1)
#define TILE_ROW TILE_X
#else
#define TILE_X (GROUP_X * RESULTS + K - 1)
#define TILE_ROW ((TILE_X + 15) / 16 * 16) // so that each row begins where a vector may lie
#endif
#define TILE_Y (GROUP_Y * ROWS + K - 1)
#define TILE_Z (GROUP_Z + K - 1)
// The products of a plane of filters, unrolled as a whole, serve a coefficient's register for several rows. A
// GPU's cache of instructions holds some thousand.
#define UNROLL_PLANE (WIDTH == 1 && K * K * ROWS * VECTORS * TOGETHER <= 2048)
// Do the results of a work-item's row lie side by side, as whole words?
#if defined(__ENDIAN_LITTLE__)
#define OUT_WORDS (WIDTH == 1 && VECTORS == 4 && COUNT == TOGETHER)
#else
#define OUT_WORDS 0
#endif
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
#if WIDTH == 1
    return convert_uchar_sat(sums); // a GPU has an instruction for it
#else
    return convert_uintv(fmin(fmax(sums, (floatv)(0.0f)), (floatv)(255.0f)));
#endif
}

// ANCHOR: words
#if IN_WORDS
// The tile from words of the volume: a work-item takes the same four columns of each plane. The tile begins
// RADIUS voxels before a word's end, so that its four voxels are in two neighbouring words.
void fill_by_words(global const uint *words, local float (*tile)[TILE_Y][TILE_ROW], uint item, int left, int top,
                   int front, int w4, int h, int d)
{
    const int before = (RADIUS + 3) / 4, skipped = 4 * before - RADIUS; // words, and bytes of the first
    for (uint place = item; place < TILE_Y * TILE_X / 4; place += ITEMS) {
        const uint column = place % (TILE_X / 4), row = place / (TILE_X / 4);
        const int vy = top + (int)row - RADIUS, word = left / 4 - before + (int)column;
        // A number below 0 is a large one here.
        const bool in_y = (uint)vy < (uint)h;
        const bool has_low = in_y && (uint)word < (uint)w4;
        const bool has_high = in_y && skipped > 0 && (uint)(word + 1) < (uint)w4;
#pragma unroll
        for (int z = 0; z < TILE_Z; ++z) {
            const int vz = front + z - RADIUS;
            const bool in_z = (uint)vz < (uint)d;
            const long from = ((long)vz * h + vy) * w4 + word;
            const uint low = in_z && has_low ? words[from] : 0;
            const uint high = in_z && has_high ? words[from + 1] : 0;
            const uint four = skipped > 0 ? low >> 8 * skipped | high << (32 - 8 * skipped) : low;
            *(local float4 *)&tile[z][row][column * 4] =
                (float4)(four & 0xff, four >> 8 & 0xff, four >> 16 & 0xff, four >> 24);
        }
    }
}

// The same voxel by voxel, where rows of the volume do not begin with a word.
void fill_by_voxels(global const uchar *in, local float (*tile)[TILE_Y][TILE_ROW], uint item, int left, int top,
                    int front, int w, int h, int d)
{
    for (uint place = item; place < TILE_Y * TILE_X; place += ITEMS) {
        const uint column = place % TILE_X, row = place / TILE_X;
        const int vx = left + (int)column - RADIUS, vy = top + (int)row - RADIUS;
        const bool in_row = (uint)vx < (uint)w && (uint)vy < (uint)h;
#pragma unroll
        for (int z = 0; z < TILE_Z; ++z) {
            const int vz = front + z - RADIUS;
            const bool inside = in_row && (uint)vz < (uint)d;
            tile[z][row][column] = inside ? in[((long)vz * h + vy) * w + vx] : 0.0f;
        }
    }
}
#endif
// ANCHOR_END: words

// ANCHOR: row
// What a row of the tile has for a work-item, and its products. Unrolled as a whole: where result v at dx meets the
// voxel that result v - 1 met at dx + 1, it is still in its register.
#if IN_WORDS
#define ROW_OF_VOXELS(voxels, place)                                                          \
    float voxels[UP_TO_4(RESULTS + K - 1)];                                                   \
    _Pragma("unroll") for (int i = 0; i < UP_TO_4(RESULTS + K - 1) / 4; ++i)                  \
        vstore4(((const local float4 *)(place))[i], i, voxels);
#define VOXELS_AT(voxels, offset) voxels[offset]
#else
#define ROW_OF_VOXELS(voxels, place) const local float *voxels = place;
#define VOXELS_AT(voxels, offset) vloadv(0, voxels + (offset))
#endif
#define MULTIPLY_ADD(sums, voxels, weights)                                                   \
    {                                                                                         \
        _Pragma("unroll") for (int dx = 0; dx < K; ++dx) {                                    \
            _Pragma("unroll") for (int v = 0; v < VECTORS; ++v) {                             \
                floatv some = VOXELS_AT(voxels, v * WIDTH + dx);                              \
                _Pragma("unroll") for (int f = 0; f < TOGETHER; ++f)                          \
                    sums[v][f] = fma(some, (floatv)(weights[dx][f]), sums[v][f]);          \
            }                                                                                 \
        }                                                                                     \
    }
// ANCHOR_END: row

// The results of a row of a work-item, from voxel x on; `results` are the first filter's at x.
void store(floatv (*sums)[TOGETHER], global uchar *results, int x, int w, int pass)
{
#if OUT_WORDS
    if (w % 4 == 0) {
        uint words[COUNT];
#pragma unroll
        for (int i = 0; i < COUNT; ++i)
            words[i] = bytes(sums[4 * i / COUNT][4 * i % COUNT])
                | bytes(sums[(4 * i + 1) / COUNT][(4 * i + 1) % COUNT]) << 8
                | bytes(sums[(4 * i + 2) / COUNT][(4 * i + 2) % COUNT]) << 16
                | bytes(sums[(4 * i + 3) / COUNT][(4 * i + 3) % COUNT]) << 24;
#if COUNT == 4
        *(global uint4 *)results = vload4(0, words);
#elif COUNT == 2
        *(global uint2 *)results = vload2(0, words);
#else
        for (int i = 0; i < COUNT; ++i)
            ((global uint *)results)[i] = words[i];
#endif
        return;
    }
#endif
    results += pass * TOGETHER;
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
    int top = get_group_id(1) * GROUP_Y * ROWS;
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
#if IN_WORDS
    bool in_words = false;
#ifdef __ENDIAN_LITTLE__
    in_words = w % 4 == 0;
#endif
    if (in_words)
        fill_by_words((global const uint *)in, tile, item, left, top, front, w / 4, h, d);
    else
        fill_by_voxels(in, tile, item, left, top, front, w, h, d);
#else
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
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: tile

    int x = left + lx * RESULTS;
    int y = top + ly * ROWS;
    int z = front + lz;
    if (x >= w || y >= h || z >= d)
        return;

    for (int pass = 0; pass < PASSES; ++pass) {
        // ANCHOR: sums
        floatv sums[ROWS][VECTORS][TOGETHER];
#pragma unroll
        for (int o = 0; o < ROWS; ++o) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
#pragma unroll
                for (int f = 0; f < TOGETHER; ++f)
                    sums[o][v][f] = (floatv)(0.0f);
            }
        }
#if UNROLL_PLANE
        // Each row of the plane once: row j is row j - o of the filter for row o of the results.
#pragma unroll 1
        for (int dz = 0; dz < K; ++dz) {
#pragma unroll
            for (int j = 0; j < ROWS + K - 1; ++j) {
                ROW_OF_VOXELS(voxels, &tile[lz + dz][ly * ROWS + j][lx * RESULTS])
#pragma unroll
                for (int o = 0; o < ROWS; ++o)
                    if (j >= o && j < o + K)
                        MULTIPLY_ADD(sums[o], voxels, (cache[pass] + (dz * K + j - o) * K))
            }
        }
#else
        for (int dz = 0; dz < K; ++dz) {
            for (int dy = 0; dy < K; ++dy) {
#pragma unroll
                for (int o = 0; o < ROWS; ++o) {
                    ROW_OF_VOXELS(voxels, &tile[lz + dz][ly * ROWS + o + dy][lx * RESULTS])
                    MULTIPLY_ADD(sums[o], voxels, (cache[pass] + (dz * K + dy) * K))
                }
            }
        }
#endif
        // ANCHOR_END: sums

        // ANCHOR: store
#pragma unroll
        for (int o = 0; o < ROWS; ++o) {
            if (y + o < h)
                store(sums[o], out + (((size_t)z * h + y + o) * w + x) * COUNT, x, w, pass);
        }
        // ANCHOR_END: store
    }
}
// ANCHOR_END: kernel
