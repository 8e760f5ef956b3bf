// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void sum(global const int *x, global int *y) {
    int i = get_global_id(0);
    int sum = x[i];
    for (int step = 16; step > 0; step /= 2)
        sum += sub_group_shuffle_down(sum, step); //~
    if (get_sub_group_local_id() == 0)
        y[get_sub_group_id()] = sum;
}
