// Each work-item goes through the digits before its own, in local memory.
kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    local uchar digits[256];
    const size_t i = get_global_id(0), own = get_local_id(0);
    uint key = 0;
    if (i < n) {
        key = keys[i];
        digits[own] = (key >> shift) % 16;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n)
        return;
    uint place = starts[digits[own] * get_num_groups(0) + get_group_id(0)];
    for (size_t before = 0; before != own; ++before)
        place += digits[before] == digits[own];
    out[place] = key;
}
