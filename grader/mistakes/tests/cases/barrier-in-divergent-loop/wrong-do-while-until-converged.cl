// global: 4
// local: 4
// buffer: x int 4 values 8 1 4 2
kernel void halve_until_small(global int *x) {
    local int tile[4];
    int lid = get_local_id(0);
    int value = x[lid];
    do {
        value /= 2;
        tile[lid] = value;
        barrier(CLK_LOCAL_MEM_FENCE); //~
    } while (value > 1);
    x[lid] = tile[lid];
}
