// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int m;
    if (get_local_id(0) > 3) {
        o[get_global_id(0)] = 1;
        m = n;
    } else {
        m = n;
    }
    if (m > 3)
        barrier(CLK_GLOBAL_MEM_FENCE);
}
