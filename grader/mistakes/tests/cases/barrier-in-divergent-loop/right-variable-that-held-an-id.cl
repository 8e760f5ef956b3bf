// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    local int s[64];
    int i, t = get_local_id(0);
    for (i = t; i < 64; i += get_local_size(0))
        s[i] = i;
    for (i = 2; i < n; i *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t % i == 0)
            o[get_global_id(0)] = s[i];
    }
}
