// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int i = 0;
    while (i < n) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_global_id(0) >= 100) {
            i += 4;
            continue;
        }
        o[get_global_id(0)] += i;
        i += 4;
    }
}
