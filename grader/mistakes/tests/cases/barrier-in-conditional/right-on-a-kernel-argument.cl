// global: 8
// local: 4
// buffer: x int 8 iota
// value: reverse int 1
kernel void maybe_reverse(global int *x, int reverse) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    tile[lid] = x[i];
    if (reverse) {
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = tile[3 - lid];
    }
}
