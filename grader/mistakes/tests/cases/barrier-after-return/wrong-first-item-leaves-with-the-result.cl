// global: 8
// local: 8
// buffer: x int 8 iota
kernel void leader_leaves(global int *x) {
    local int part[8];
    size_t lid = get_local_id(0);
    part[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        x[0] = part[7];
        return;
    }
    int left = part[lid - 1];
    barrier(CLK_LOCAL_MEM_FENCE); //~
    part[lid] = left;
    x[lid] = part[lid];
}
