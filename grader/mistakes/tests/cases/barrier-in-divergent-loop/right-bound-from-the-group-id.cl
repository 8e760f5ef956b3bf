// global: 12
// local: 4
// buffer: y int 12 zeros
kernel void later_groups_work_more(global int *y) {
    local int tile[4];
    int lid = get_local_id(0), sum = 0;
    size_t rounds = get_group_id(0) + 1;
    for (size_t round = 0; round < rounds; round++) {
        tile[lid] = lid + (int)round;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[3 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[get_global_id(0)] = sum;
}
