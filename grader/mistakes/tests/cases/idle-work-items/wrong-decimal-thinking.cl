// global: 300
// local: 10
// buffer: x int 300 iota read
// buffer: y int 300 uninit write
// value: n int 297
kernel void squares(global const int *x, global int *y, int n) //~
{
    int i = get_global_id(0);
    if (i < n) {
        y[i] = x[i] * x[i];
    }
}
