// global: 8
// local: 4
// buffer: y int 8 zeros
kernel void own_block(global int *y) {
    int begin = get_group_id(0) * 4, lid = get_local_id(0);
    y[begin + lid] = lid;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int mirrored = y[begin + 3 - lid];
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[begin + lid] = mirrored;
}
