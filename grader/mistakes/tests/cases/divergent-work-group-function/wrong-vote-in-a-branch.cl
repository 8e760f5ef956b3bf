// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void vote(global const int *x, global int *y) {
    int i = get_global_id(0);
    if (x[i] & 1)
        y[i] = work_group_any(x[i] > 4); //~
    else
        y[i] = -1;
}
