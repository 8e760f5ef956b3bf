// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int m = 0;
    if (get_local_id(0) > 3)
        m = n;
    if (m)
        barrier(CLK_GLOBAL_MEM_FENCE); //~
    o[get_global_id(0)] = m;
}
