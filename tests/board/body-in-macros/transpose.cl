// Macros hold the body, so that few words are left: a size is counted once they are expanded.
#define DECLARE local float tile[32][33]; uint lx = get_local_id(0); uint left = get_group_id(0) * 32; uint top = get_group_id(1) * 32; if (w == 0) return;
#define ROWS for (uint row = get_local_id(1); row < 32; row += get_local_size(1))
#define READ if (left + lx < w && top + row < h) tile[row][lx] = in[(top + row) * w + left + lx];
#define WRITE if (top + lx < h && left + row < w) out[(left + row) * h + top + lx] = tile[lx][row];
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    DECLARE ROWS { READ } barrier(CLK_LOCAL_MEM_FENCE); ROWS { WRITE }
}
