// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int l = get_local_id(0);
    for (int len = 64; len > 0; len /= 2) {
        if (len > 32)
            barrier(CLK_GLOBAL_MEM_FENCE);
        if (len <= 32 && 2 * l >= len)
            return;
        o[get_global_id(0)] += n;
    }
}
