// A warp fills a tile of 32 rows in local memory, and then reads one of its columns.
// ROW: words from one row to the next, padding included.
kernel void column(global const float *in, global float *out, uint column)
{
    local float tile[32 * ROW];
    uint lid = get_local_id(0);
    for (uint k = 0; k < ROW; ++k)
        tile[32 * k + lid] = in[32 * k + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[lid] = tile[lid * ROW + column];
}
