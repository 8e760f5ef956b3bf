// global: 4
// local: 4
// buffer: out int 4 uninit
kernel void rows(global int *out) {
    local int tile[2][4];
    int l = get_local_id(0);
    tile[0][l + 1] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = tile[0][1];
}
