kernel void k(global int *x)
{
    local int bins[64];
    uint lid = get_local_id(0);
    if (lid < 64)
        bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 64)
        x[get_group_id(0) * 64 + lid] = bins[lid];
}
