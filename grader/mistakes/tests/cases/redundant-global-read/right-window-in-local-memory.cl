// global: 512
// local: 64
// buffer: x int 552 iota read
// buffer: y int 512 uninit write
// value: width int 40
kernel void largest(global const int *x, global int *y, int width)
{
    local int part[64 + 40];
    int lid = get_local_id(0);
    int first = get_group_id(0) * 64;
    part[lid] = x[first + lid];
    if (lid < width) {
        part[64 + lid] = x[first + 64 + lid];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int most = part[lid];
    for (int k = 1; k < width; k++) {
        most = max(most, part[lid + k]);
    }
    y[first + lid] = most;
}
