// global: 4
// local: 4
// buffer: x int 6 iota
// value: n int 6
kernel void strided(global int *x, int n) {
    local int tile[4];
    int lid = get_local_id(0);
    for (int i = lid; i < n; i += 4) {
        tile[lid] = x[i];
        barrier(CLK_LOCAL_MEM_FENCE); //~
        x[i] = tile[lid] * 2;
    }
}
