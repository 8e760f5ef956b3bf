// global: 8
// local: 4
// buffer: x int 6 iota
// value: n int 6
kernel void shift_left(global int *x, int n) {
    local int tile[5];
    int i = get_global_id(0), lid = get_local_id(0);
    tile[lid] = 0;
    if (i < n) {
        tile[lid] = x[i];
        barrier(CLK_LOCAL_MEM_FENCE); //~
        x[i] = lid > 0 ? tile[lid - 1] : 0;
    }
}
