// Tries: adds to what local memory holds, which the last launch left at 0.
// Verdict: uninitialized-read
// On a device alone: passed

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    local int sum;
    if (gid < n)
        atomic_add(&sum, x[gid]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        sums[get_group_id(0)] = sum;
        sum = 0;
    }
}
