// Turns the order of each work-group's stretch around, by way of local memory.

kernel void turn(global const int *in, global int *out, local int *tile)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    tile[lid] = in[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = tile[size - 1 - lid];
}
