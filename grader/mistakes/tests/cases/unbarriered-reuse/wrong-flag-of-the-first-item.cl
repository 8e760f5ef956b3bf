// global: 4
// local: 4
// buffer: limits int 1 values 2 read
// buffer: y int 4 zeros
// value: rounds int 1
kernel void limited(global const int *limits, global int *y, int rounds) {
    local int limit;
    int lid = get_local_id(0);
    for (int r = 0; r < rounds; r++) {
        if (lid == 0) {
            limit = limits[r]; //~
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        y[lid] += min(lid, limit);
    }
}
