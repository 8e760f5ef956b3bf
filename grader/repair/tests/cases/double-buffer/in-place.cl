// A running sum in place: what one work-item overwrites another may not have read yet.
kernel void k(global int *x)
{
    local int tile[64];
    uint lid = get_local_id(0);
    tile[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < 64; distance *= 2) {
        if (lid >= distance)
            tile[lid] += tile[lid - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    x[lid] = x[63 - lid] + tile[lid];
}
