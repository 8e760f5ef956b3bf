// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 64 zeros
// sub-group-size: 64
#define WAVE 64
kernel void k(global const int *x, global int *y)
{
    size_t lid = get_local_id(0);
    int before = sub_group_scan_exclusive_add(x[lid]);
    size_t lane = lid % WAVE; //~
    y[lid] = lane ? before : 0;
}
