// global: 4
// local: 4
// buffer: x int 4 values 0 5 1 7
kernel void leave_early(global int *x) {
    local int tile[4];
    int lid = get_local_id(0), mine = x[lid];
    tile[lid] = mine;
    for (int round = 0; round < 6; round++) {
        if (round >= mine) {
            break;
        }
        tile[lid] += round;
        barrier(CLK_LOCAL_MEM_FENCE); //~
    }
    x[lid] = tile[lid];
}
