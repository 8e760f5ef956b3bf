// global: 8
// local: 8
// buffer: a int 8 iota read
// buffer: b int 8 iota read
// buffer: c int 8 uninit write
// value: n int 8
kernel void add(global const int *a, global const int *b, global int *c, int n)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}
