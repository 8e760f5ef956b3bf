// global: 8
// local: 8
// buffer: x int 8 iota read
// buffer: y int 1 zeros
kernel void tree(global const int *x, global int *y) {
    local int part[8];
    int lid = get_local_id(0);
    part[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = 4; reach > 0; reach /= 2) {
        int add = lid < reach ? part[lid + reach] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[lid] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        part[0] *= 2;
        y[0] = part[0];
    }
}
