// global: 64
// local: 32
// buffer: x int 1000 iota
// value: n int 1000
kernel void next(global int *x, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        x[i] += 1;
}
