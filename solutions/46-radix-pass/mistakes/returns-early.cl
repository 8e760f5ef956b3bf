// Mistake: work-items without a key leave before the function.
// Verdict: divergent-work-group-function

#define DIGITS 16

kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    uint gid = get_global_id(0);
    if (gid >= n)
        return;
    uint key = gid < n ? keys[gid] : 0;
    uint digit = key >> shift & (DIGITS - 1);

    // How many keys of the same digit come before this one in the work-group.
    uint rank = 0;
    for (uint d = 0; d < DIGITS; ++d) {
        uint before = work_group_scan_exclusive_add(digit == d ? 1u : 0u);
        if (digit == d)
            rank = before;
    }
    if (gid < n)
        out[starts[digit * get_num_groups(0) + get_group_id(0)] + rank] = key;
}
