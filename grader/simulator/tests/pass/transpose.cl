// global: 8 8
// local: 4 4
// buffer: in int 64 iota read
// buffer: out int 64 uninit
#define TILE 4
kernel void transpose(global const int *in, global int *out) {
    local int tile[TILE][TILE + 1];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[get_global_id(1) * 8 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int ox = get_group_id(1) * TILE + x, oy = get_group_id(0) * TILE + y;
    out[oy * 8 + ox] = tile[x][y];
}
