// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
int inner(int x, int n)
{
    if (x < n)
        return x;
    return n;
}

int least(int x, int n)
{
    return inner(x, n);
}

kernel void k(global int *o, int n)
{
    int rounds = least(n, 8), at = least(get_local_id(0), n);
    for (int i = 0; i < rounds; i++) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        o[get_global_id(0)] += at;
    }
}
