// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int i = 0;
again:
    barrier(CLK_GLOBAL_MEM_FENCE); //~
    i++;
    if (i < get_local_id(0))
        goto again;
    o[get_global_id(0)] = n;
}
