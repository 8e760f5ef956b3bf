// global: 8
// local: 8
// buffer: x int 8 iota
kernel void scan_step(global int *x) {
    local int part[8];
    int lid = get_local_id(0);
    part[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid > 0)
        part[lid] += part[lid - 1]; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = part[lid];
}
