// global: 64 64
// local: 8 8
// buffer: a float 4096 iota read
// buffer: b float 4096 iota read
// buffer: c float 4096 uninit write
// Tiles of 64 by 64 and of 32 by 32, for a group of 64 work-items.
kernel void add_turned(global const float *a, global const float *b, global float *c)
{
    local float left[64][64]; //~
    local float right[32][32];
    int lx = get_local_id(0), ly = get_local_id(1);
    int at = get_global_id(1) * 64 + get_global_id(0);
    left[ly][lx] = a[at];
    right[ly][lx] = b[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    c[at] = left[lx][ly] + right[lx][ly];
}
