// global: 8
// local: 4
// buffer: x int 8 iota
// value: rounds int 3
kernel void smooth(global int *x, int rounds) {
    local int tile[4];
    int lid = get_local_id(0), i = get_global_id(0);
    int value = x[i];
    for (int round = 0; round < rounds; round++) {
        tile[lid] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = (tile[lid] + tile[(lid + 1) % 4]) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    x[i] = value;
}
