// global: 4
// local: 4
// buffer: x int 6 iota
// value: n int 6
kernel void scan(global int *x, int n)
{
    int end = 0;
    if (get_global_id(0) == 2)
        end = n;
    for (int i = 1; i < end && i < n; ++i)
        x[i] += x[i - 1];
}
