// global: 8
// local: 8
// buffer: x int 8 iota read
// buffer: y int 8 zeros
// value: rounds int 1
kernel void compare_with_first(global const int *x, global int *y, int rounds) {
    local int row[8];
    int lid = get_local_id(0), above = 0;
    for (int r = 0; r < rounds; r++) {
        row[lid] = x[r * 8 + lid]; //~
        barrier(CLK_LOCAL_MEM_FENCE);
        if (r >= 0) {
            y[lid] = r;
        }
        above += row[0] < x[r * 8 + lid];
    }
    y[lid] = above;
}
