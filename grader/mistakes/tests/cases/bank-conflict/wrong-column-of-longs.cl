// global: 32 16
// local: 32 8
// buffer: in long 512 iota read
// buffer: out long 512 uninit write
kernel void turn(global const long *in, global long *out)
{
    local long tile[32 * 16];
    int lx = get_local_id(0), ly = get_local_id(1);
    int row = get_group_id(1) * 8;
    tile[lx * 16 + ly] = in[(row + ly) * 32 + lx]; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(row + ly) * 32 + lx] = tile[((lx + 1) % 32) * 16 + ly]; //~
}
