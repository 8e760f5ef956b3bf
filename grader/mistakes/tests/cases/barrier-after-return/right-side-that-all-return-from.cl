// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int l = get_local_id(0);
    if (n > 100) {
        if (l > 10)
            return;
        o[get_global_id(0)] = 2;
        return;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    o[get_global_id(0)] = 1;
}
