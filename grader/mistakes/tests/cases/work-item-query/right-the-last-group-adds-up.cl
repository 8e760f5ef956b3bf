// std: CL2.0
// global: 16
// local: 4
// buffer: x int 16 iota read
// buffer: rows int 16 zeros
// buffer: done int 1 zeros
// buffer: sums int 4 zeros
kernel void last(global const int *x, global int *rows, volatile global atomic_int *done,
                 global int *sums)
{
    local int is_last;
    int lid = get_local_id(0);
    int groups = get_num_groups(0);
    rows[get_global_id(0)] = x[get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lid == 0)
        is_last = atomic_fetch_add(done, 1) == groups - 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last) {
        int sum = 0;
        for (int group = 0; group < groups; ++group)
            sum += rows[group * 4 + lid];
        sums[lid] = sum;
    }
}
