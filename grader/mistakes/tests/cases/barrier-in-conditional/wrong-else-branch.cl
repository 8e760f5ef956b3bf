// global: 8
// local: 4
// buffer: x int 8 iota
// buffer: y int 8 zeros
kernel void edges(global const int *x, global int *y) {
    local int tile[4];
    uint lid = get_local_id(0), i = get_global_id(0);
    tile[lid] = x[i];
    if (lid == 0) {
        y[i] = x[i];
    } else {
        barrier(CLK_LOCAL_MEM_FENCE); //~
        y[i] = tile[lid];
    }
}
