kernel void k(global float *out, local float *tile)
{
    uint x = get_local_id(0);
    if (x < 16) {
        tile[x] = out[x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[x] = tile[15 - x];
}
