// global: 16
// local: 8
// buffer: x int 16 iota read
// buffer: y int 16 uninit write
// value: n int 16
kernel void reverse(global const int *x, global int *y, int n)
{
    int i = get_global_id(0);
    int last = n - 1;
    int other = last - i;
    y[other] = x[i]; //~
}
