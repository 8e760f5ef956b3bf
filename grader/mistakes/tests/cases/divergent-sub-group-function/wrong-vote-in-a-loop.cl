// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void votes(global const int *x, global int *y) {
    int i = get_global_id(0);
    int rounds = 0;
    for (int left = x[i] & 3; left > 0; left--)
        rounds += sub_group_any(left > 1); //~
    y[i] = rounds;
}
