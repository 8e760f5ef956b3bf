// Four counts of 16 bits in a ulong, so that four running sums count all digits; unrolled.
kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    uint gid = get_global_id(0);
    int has_key = gid < n;
    uint key = has_key ? keys[gid] : 0xffffffff;
    uint digit = (key >> shift) & 0xf;
    ulong own = (ulong)1 << (digit % 4 * 16);
    ulong a = work_group_scan_exclusive_add(digit / 4 == 0 ? own : (ulong)0);
    ulong b = work_group_scan_exclusive_add(digit / 4 == 1 ? own : (ulong)0);
    ulong c = work_group_scan_exclusive_add(digit / 4 == 2 ? own : (ulong)0);
    ulong d = work_group_scan_exclusive_add(digit / 4 == 3 ? own : (ulong)0);
    ulong counts = digit < 8 ? (digit < 4 ? a : b) : (digit < 12 ? c : d);
    uint rank = (uint)(counts >> (digit % 4 * 16)) & 0xffff;
    if (has_key)
        out[starts[mad24(digit, (uint)get_num_groups(0), (uint)get_group_id(0))] + rank] = key;
}
