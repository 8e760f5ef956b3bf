// global: 6
// local: 6
// buffer: a int 6 iota read
// buffer: b int 6 iota read
// buffer: c int 6 uninit
kernel void add(global const int *a, global const int *b, global int *c)
{
    int i = get_global_id(0);
    c[i] += a[i] + b[i]; //~
}
