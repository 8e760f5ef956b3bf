// global: 512
// local: 32
// buffer: x int 512 iota read
// buffer: sums int 16 uninit write
// local-memory: part 128
kernel void sums(global const int *x, global int *sums, local int *part)
{
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s) {
            part[lid] += part[lid + s];
        }
    }
    if (lid == 0) {
        sums[get_group_id(0)] = part[0];
    }
}
