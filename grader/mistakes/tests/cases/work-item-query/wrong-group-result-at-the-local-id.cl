// global: 16
// local: 4
// buffer: x int 16 iota read
// buffer: sums int 4 zeros
kernel void group_sums(global const int *x, global int *sums)
{
    local int tile[4];
    int lid = get_local_id(0);
    tile[lid] = x[get_group_id(0) * get_local_size(0) + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        sums[get_local_id(0)] = tile[0] + tile[1] + tile[2] + tile[3]; //~
    }
}
