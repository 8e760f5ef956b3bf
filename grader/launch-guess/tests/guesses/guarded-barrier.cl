kernel void turn(global int *x, int n)
{
    local int tile[64];
    int i = get_global_id(0), l = get_local_id(0);
    if (i >= n)
        return;
    tile[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = tile[63 - l];
}
