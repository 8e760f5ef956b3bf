// global: 4
// local: 4
// buffer: x int 4 iota
// buffer: y int 4 uninit write
// value: n int 4
kernel void sums(global int *x, global int *y, int n)
{
    int sum = 0;
    for (int k = 0; k < n; ++k)
        sum += x[k];
    for (int i = n - 1; i >= 0 && i < n; --i) //~
        y[i] = sum;
    int i = get_local_id(0);
    x[i] = i;
}
