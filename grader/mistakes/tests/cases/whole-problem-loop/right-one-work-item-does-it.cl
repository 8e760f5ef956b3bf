// global: 8
// local: 8
// buffer: x int 8 iota
// value: n int 8
kernel void scan(global int *x, int n)
{
    if (get_global_id(0) == 0) {
        for (int i = 1; i < n; ++i)
            x[i] += x[i - 1];
    }
}
