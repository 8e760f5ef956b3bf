// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void compact(global const int *x, global int *y) {
    int i = get_global_id(0);
    if (x[i] % 3 == 0)
        y[sub_group_scan_exclusive_add(1) + 8 * get_sub_group_id()] = x[i]; //~
}
