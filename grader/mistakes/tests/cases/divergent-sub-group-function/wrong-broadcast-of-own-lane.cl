// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void own_lane(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = sub_group_broadcast(x[i], get_sub_group_local_id() ^ 1); //~
}
