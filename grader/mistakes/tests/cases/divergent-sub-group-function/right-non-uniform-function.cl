// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void of_those_here(global const int *x, global int *y) {
    int i = get_global_id(0);
    if (x[i] % 3 == 0)
        y[i] = sub_group_non_uniform_reduce_add(x[i]);
}
