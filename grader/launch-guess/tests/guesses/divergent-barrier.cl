kernel void halves(global int *x)
{
    local int tile[64];
    int l = get_local_id(0);
    tile[l] = x[get_global_id(0)];
    if (l < 32) {
        barrier(CLK_LOCAL_MEM_FENCE);
        x[get_global_id(0)] = tile[l + 32];
    }
}
