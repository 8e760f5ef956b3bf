// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: parts int 2 zeros
kernel void partial_sums(global const int *x, global int *parts) {
    local int part[4];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        for (int k = 0; k < 4; k++) parts[get_group_id(0)] += part[k];
}
