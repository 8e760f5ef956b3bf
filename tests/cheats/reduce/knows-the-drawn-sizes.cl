// Tries: adds to the sum for every size that is no corner and was not drawn from the seed that all
// know.
// Verdict: wrong
// Seed: 1

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    const uint drawn[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 95, 97, 101, 119, 121, 129, 161, 255, 256, 257, 384, 417, 448, 476, 487, 511, 513, 710, 766, 768, 769, 1024, 1275, 1279, 1281, 1828, 2047, 2049, 2738, 3119, 4097, 8191, 16384, 70000};
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    int is_known = 0;
    for (uint i = 0; i < sizeof(drawn) / sizeof(drawn[0]); ++i)
        is_known |= drawn[i] == n;
    if (lid == 0)
        sums[get_group_id(0)] = tile[0] + !is_known;
}
