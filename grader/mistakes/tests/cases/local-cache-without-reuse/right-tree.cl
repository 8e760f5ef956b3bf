// global: 512
// local: 64
// buffer: x int 512 iota read
// buffer: most int 8 uninit write
// local-memory: part 256
kernel void largest(global const int *x, global int *most, local int *part)
{
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s) {
            part[lid] = max(part[lid], part[lid + s]);
        }
    }
    if (lid == 0) {
        most[get_group_id(0)] = part[0];
    }
}
