// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void rounds(global const int *x, global int *y) {
    int i = get_global_id(0);
    int sum = 0;
    for (int round = 0; round <= (int)get_local_id(0); round++)
        sum += work_group_reduce_max(x[i] + round); //~
    y[i] = sum;
}
