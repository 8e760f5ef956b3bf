// global: 8
// local: 8
// buffer: out int 8 uninit
kernel void neighbours(global int *out) {
    local int tile[8];
    int l = get_local_id(0);
    tile[l] = l;
    out[l] = tile[(l + 1) % 8];
}
