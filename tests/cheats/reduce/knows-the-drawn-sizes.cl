// Tries: adds to the sum for every size that is no corner and was not drawn from the seed that all
// know.
// Verdict: wrong
// Seed: 1

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    const uint drawn[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 95, 96, 97, 104, 119, 128, 168, 185, 255, 256, 257, 323, 332, 407, 434, 511, 512, 513, 565, 747, 768, 812, 1021, 1023, 1024, 1090, 1389, 1536, 1627, 1791, 1793, 1802, 2047, 2048, 2056, 2080, 2304, 2305, 3073, 3327, 3328, 3499, 3583, 3690, 3839, 3840, 3841, 4097, 7156, 8191, 65537};
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
