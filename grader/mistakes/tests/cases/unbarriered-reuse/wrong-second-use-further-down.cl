// global: 1
// local: 1
// buffer: a int 4 iota read
// buffer: b int 4 iota read
// buffer: y int 4 zeros
kernel void two_sums(global const int *a, global const int *b, global int *y) {
    local int tile[4];
    int lid = get_local_id(0), first = 0, second = 0, size = get_local_size(0);
    tile[lid] = a[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size; k++) first += tile[k];
    tile[lid] = b[lid]; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size; k++) second += tile[k];
    y[lid] = first * second;
}
