// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
#define WIDTH 16

kernel void k(global int *o, int n)
{
    int t = get_local_id(0);
    if (WIDTH == 16 || t < 16)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (t < 16 || 1)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (t < 16 && WIDTH > 20)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (t < get_local_size(0))
        barrier(CLK_GLOBAL_MEM_FENCE);
    o[get_global_id(0)] = n;
}
