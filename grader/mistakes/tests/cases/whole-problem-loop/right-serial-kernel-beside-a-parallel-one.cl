// kernel: total
// global: 1
// local: 1
// buffer: x int 4 iota
// value: n int 4
kernel void square(global int *x, int n)
{
    int i = get_global_id(0);
    if (i < n)
        x[i] *= x[i];
}

kernel void total(global int *x, int n)
{
    for (int i = 1; i < n; ++i)
        x[i] += x[i - 1];
}
