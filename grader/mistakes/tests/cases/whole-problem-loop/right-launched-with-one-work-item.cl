// global: 1
// local: 1
// buffer: x int 8 iota
// value: n int 8
kernel void scan(global int *x, int n)
{
    for (int i = 1; i < n; ++i)
        x[i] += x[i - 1];
}
