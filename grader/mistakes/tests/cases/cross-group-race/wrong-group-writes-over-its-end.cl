// global: 8
// local: 4
// buffer: y int 9 zeros
kernel void blocks(global int *y) {
    int group = get_group_id(0), lid = get_local_id(0);
    y[group * 4 + lid] = 1 + group; //~
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lid == 3) y[group * 4 + 4] = 7 + group;
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[group * 4 + lid] += 1;
}
