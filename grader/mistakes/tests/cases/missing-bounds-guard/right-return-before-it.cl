// global: 16
// local: 8
// buffer: x int 13 iota read
// buffer: y int 13 uninit write
// value: n int 13
kernel void reverse(global const int *x, global int *y, int n)
{
    const int last = n - 1;
    const int i = get_global_id(0);
    if (i > last)
        return;
    y[last - i] = x[i];
}
