// global: 16
// local: 8
// buffer: x float 16 iota
// buffer: sums float 2 zeros
// local-memory: tile 32

kernel void sum(global const float *x, global float *sums, local float *tile)
{
    int lid = get_local_id(0);
    tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size) {
            tile[lid] += tile[lid + half_size];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        sums[get_group_id(0)] = tile[0];
    }
}
