// global: 8
// local: 8
// buffer: out int 8 zeros
void step(local int *tile, int l) {
    if (l > 5)
        return;
    tile[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void nested(global int *out) {
    local int tile[8];
    int l = get_local_id(0);
    step(tile, l);
    out[l] = l;
}
