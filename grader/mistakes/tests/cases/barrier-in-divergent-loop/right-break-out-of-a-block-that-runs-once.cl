// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    do {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) > 3)
            break;
        o[get_global_id(0)] += n;
    } while (0);
    barrier(CLK_GLOBAL_MEM_FENCE);
}
