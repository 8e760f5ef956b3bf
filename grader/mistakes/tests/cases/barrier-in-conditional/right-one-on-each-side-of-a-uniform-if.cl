// global: 8
// local: 4
// buffer: x int 8 iota
// value: rounds int 3
kernel void both_sides(global int *x, int rounds) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    tile[lid] = x[i];
    if (rounds > 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = tile[3 - lid];
    } else {
        x[i] += 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
