// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void halves(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = x[i];
    if (get_sub_group_local_id() < 4)
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE); //~
}
