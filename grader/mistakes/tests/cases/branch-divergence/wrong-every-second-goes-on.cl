// global: 1024
// local: 256
// buffer: x int 1024 iota read
// buffer: sums int 4 uninit write
// local-memory: part 1024
kernel void sums(global const int *x, global int *sums, local int *part)
{
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    for (int s = 1; s < get_local_size(0); s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid % (2 * s) == 0) { //~
            part[lid] += part[lid + s];
        }
    }
    if (lid == 0) {
        sums[get_group_id(0)] = part[0];
    }
}
