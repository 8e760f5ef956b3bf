// global: 8
// local: 8
// buffer: x int 8 iota
// buffer: y int 8 zeros
kernel void through_global(global int *x, global int *y) {
    int lid = get_local_id(0);
    x[lid] = lid * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[lid] = x[7 - lid]; //~
}
