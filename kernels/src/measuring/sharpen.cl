// Sharpens a picture: twice each pixel, less the mean of four others at a distance of REACH.
//
// A work-group has WIDTH x HEIGHT work-items, and each of them does ROWS pixels of its column, HEIGHT
// rows apart. What the work-group reads, its pixels and a margin of REACH around them, it brings into
// local memory first, all work-items together.

#ifndef WIDTH
#define WIDTH 16
#define HEIGHT 16
#define ROWS 1
#endif

#define REACH 4
#define COLUMNS (WIDTH + 2 * REACH)
#define LINES (HEIGHT * ROWS + 2 * REACH)

// ANCHOR: kernel
kernel __attribute__((reqd_work_group_size(WIDTH, HEIGHT, 1)))
void sharpen(global const float *in, global float *out, int w, int h)
{
    local float tile[LINES][COLUMNS];
    int lx = get_local_id(0);
    int ly = get_local_id(1);
    // Where the tile begins in the picture: left of it and above it there may be nothing.
    int left = (int)get_group_id(0) * WIDTH - REACH;
    int top = (int)get_group_id(1) * HEIGHT * ROWS - REACH;

    // ANCHOR: fill
    for (int y = ly; y < LINES; y += HEIGHT)
        for (int x = lx; x < COLUMNS; x += WIDTH)
            tile[y][x] = in[clamp(top + y, 0, h - 1) * w + clamp(left + x, 0, w - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: fill

    int x = left + REACH + lx;
    for (int k = 0; k < ROWS; k++) {
        int line = REACH + ly + k * HEIGHT;
        int y = top + line;
        if (x < w && y < h) {
            int column = REACH + lx;
            float around = tile[line][column - REACH] + tile[line][column + REACH]
                         + tile[line - REACH][column] + tile[line + REACH][column];
            out[y * w + x] = 2.0f * tile[line][column] - 0.25f * around;
        }
    }
}
// ANCHOR_END: kernel
