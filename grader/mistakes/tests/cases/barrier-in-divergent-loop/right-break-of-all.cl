// global: 4
// local: 4
// buffer: x int 4 iota
// value: limit int 2
kernel void stop_together(global int *x, int limit) {
    local int tile[4];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    for (int round = 0; round < 8; round++) {
        if (round == limit) {
            break;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = tile[(lid + 1) % 4];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[lid] = next;
    }
    x[lid] = tile[lid];
}
