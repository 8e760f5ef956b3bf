// Mistake: digits are read from the tile before all of them are there.
// Verdict: missing-barrier

#define DIGITS 16

kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    uint gid = get_global_id(0);
    uint key = gid < n ? keys[gid] : 0;
    uint digit = key >> shift & (DIGITS - 1);

    local uint tile[256];
    uint lid = get_local_id(0);
    tile[lid] = digit;
    uint rank = 0;
    for (uint k = 0; k < lid; ++k)
        rank += tile[k] == digit ? 1 : 0;
    if (gid < n)
        out[starts[digit * get_num_groups(0) + get_group_id(0)] + rank] = key;
}
