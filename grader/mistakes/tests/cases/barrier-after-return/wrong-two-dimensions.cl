// global: 4 4
// local: 4 4
// buffer: x int 9 iota
// value: width int 3
// value: height int 3
kernel void mirror(global int *x, int width, int height) {
    local int tile[4][4];
    int col = get_global_id(0), row = get_global_id(1);
    if (col >= width || row >= height) {
        return;
    }
    tile[row][col] = x[row * width + col];
    barrier(CLK_LOCAL_MEM_FENCE); //~
    x[row * width + col] = tile[row][width - 1 - col];
}
