kernel void pair(global int *x, local int *tile)
{
    uint l = get_local_id(0);
    tile[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}
