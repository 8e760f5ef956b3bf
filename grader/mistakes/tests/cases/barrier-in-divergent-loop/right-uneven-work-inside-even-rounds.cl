// global: 4
// local: 4
// buffer: y int 4 zeros
kernel void uneven(global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    for (int round = 0; round < 3; round++) {
        int sum = 0;
        for (int k = 0; k < lid + round; k++) {
            sum += k;
        }
        tile[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        y[lid] += tile[lid ^ 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
