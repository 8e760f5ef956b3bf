// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global int *o, int n)
{
    if (get_global_id(0) / 32 == 1)
        barrier(CLK_GLOBAL_MEM_FENCE); //~
    o[get_global_id(0)] = n;
}
