// global: 8
// local: 8
// buffer: x int 8 iota
kernel void scratch(global int *x) {
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    tile[lid] = tile[lid] * tile[lid];
    x[lid] = tile[lid] + 1;
}
