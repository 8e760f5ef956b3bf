// The work-group sorts its keys by the four bits one after the other, each a stable split in local memory; the starts
// of its digits are found where the sorted digits change.
kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    local uint sorted[256];
    local uint begins[16];
    const uint lid = get_local_id(0), gid = get_global_id(0);
    const uint base = get_group_id(0) * get_local_size(0);
    const uint count = n > base ? min(n - base, (uint)get_local_size(0)) : 0;
    uint key = gid < n ? keys[gid] : 0;
    for (uint bit = 0; bit < 4; ++bit) {
        const bool has_key = lid < count;
        const uint one = has_key && (key >> (shift + bit) & 1);
        const uint zero = has_key && !one;
        const uint zeros_before = work_group_scan_exclusive_add(zero);
        const uint zeros = work_group_reduce_add(zero);
        const uint place = one ? zeros + lid - zeros_before : zeros_before;
        if (has_key)
            sorted[place] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (has_key)
            key = sorted[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint digit = key >> shift & 0xf;
    if (lid < count) {
        const bool is_first = lid == 0 || (sorted[lid - 1] >> shift & 0xf) != digit;
        if (is_first)
            begins[digit] = lid;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < count)
        out[starts[digit * get_num_groups(0) + get_group_id(0)] + lid - begins[digit]] = key;
}
