// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void second_pass(global const int *x, global int *y) {
    int i = get_global_id(0);
    int most = work_group_reduce_max(x[i]);
    if (most > 4) {
        int least = work_group_reduce_min(x[i]);
        y[i] = most - least;
    }
}
