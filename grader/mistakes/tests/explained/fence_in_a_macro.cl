// global: 8
// local: 8
// buffer: x int 8 iota
#define FLAGS CLK_GLOBAL_MEM_FENCE
#define SYNC() barrier(FLAGS)
kernel void reverse(global int *x)
{
    local int tile[8];
    int l = get_local_id(0);
    tile[l] = x[l];
    SYNC();
    x[l] = tile[7 - l];
}
