// Mistake: each work-item reads all keys before its own from global memory.
// Verdict: too-costly

#define DIGITS 16

kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    uint gid = get_global_id(0);
    uint key = gid < n ? keys[gid] : 0;
    uint digit = key >> shift & (DIGITS - 1);

    uint rank = 0;
    for (uint k = get_global_id(0) - get_local_id(0); k < min(gid, n); ++k)
        rank += (keys[k] >> shift & (DIGITS - 1)) == digit ? 1 : 0;
    if (gid < n)
        out[starts[digit * get_num_groups(0) + get_group_id(0)] + rank] = key;
}
