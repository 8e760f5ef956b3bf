// global: 8
// local: 8
// buffer: x int 8 iota
kernel void fold(global int *x) {
    local int part[8];
    int lid = get_local_id(0);
    part[lid] = x[lid];
    if (lid < 4) {
        barrier(CLK_LOCAL_MEM_FENCE); //~
        x[lid] = part[lid] + part[lid + 4];
    }
}
