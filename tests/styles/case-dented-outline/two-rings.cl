#define MOST 64
kernel void smooth_outlines(global const int2 *points, global int2 *smooth, uint count, uint rounds)
{
    local int2 rings[2][MOST];
    uint lid = get_local_id(0);
    uint first = get_group_id(0) * count;
    bool mine = lid < count;
    uint left = lid == 0 ? count - 1 : lid - 1, right = lid + 1 == count ? 0 : lid + 1;
    if (mine) rings[0][lid] = points[first + lid];
    uint now = 0;
    for (uint k = 0; k < rounds; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mine)
            rings[now ^ 1][lid] = (rings[now][left] + rings[now][lid] * 2 + rings[now][right]) >> (int2)(2);
        now ^= 1;
    }
    if (mine) smooth[first + lid] = rings[now][lid];
}
