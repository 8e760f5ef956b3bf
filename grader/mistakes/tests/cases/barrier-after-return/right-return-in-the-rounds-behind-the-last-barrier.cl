// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    local int x[64];
    int l = get_local_id(0);
    x[l] = n;
    for (int len = 64; len > 0; len /= 2) {
        if (len > 32)
            barrier(CLK_LOCAL_MEM_FENCE);
        else if (2 * l >= len)
            return;
        x[l] += 1;
        o[get_global_id(0)] = x[l];
    }
}
