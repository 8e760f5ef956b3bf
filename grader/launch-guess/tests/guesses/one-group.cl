kernel void scan(global int *x)
{
    local int tile[128];
    int l = get_local_id(0);
    tile[l] = x[l];
    for (int d = 1; d < 128; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int v = l >= d ? tile[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] += v;
    }
    x[l] = tile[l];
}
