// global: 4
// local: 4
// buffer: steps int 4 values 1 3 2 2 read
// buffer: y int 4 zeros
kernel void count_down(global const int *steps, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    int left = steps[lid];
    tile[lid] = 0;
    while (left > 0) {
        tile[lid] += left;
        left--;
        barrier(CLK_LOCAL_MEM_FENCE); //~
    }
    y[lid] = tile[lid];
}
