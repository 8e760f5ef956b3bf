// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota
kernel void until_all_are_small(global int *x) {
    int i = get_global_id(0);
    int value = x[i];
    while (work_group_any(value > 3))
        value = value > 3 ? value - 3 : value;
    x[i] = value;
}
