// Mistake: an atomic counter gives out the ranks, in whatever order the work-
// items come.
// Verdict: wrong

#define DIGITS 16

kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    uint gid = get_global_id(0);
    uint key = gid < n ? keys[gid] : 0;
    uint digit = key >> shift & (DIGITS - 1);

    local uint counts[DIGITS];
    for (uint d = get_local_id(0); d < DIGITS; d += get_local_size(0))
        counts[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint rank = gid < n ? atomic_inc(&counts[digit]) : 0;
    if (gid < n)
        out[starts[digit * get_num_groups(0) + get_group_id(0)] + rank] = key;
}
