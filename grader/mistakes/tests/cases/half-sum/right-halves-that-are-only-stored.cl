// No extension: the numbers are floats in registers.
// global: 2
// local: 2
// buffer: x half 8 iota read
// buffer: y half 2 uninit write
// value: n int 4
kernel void k(global const half *x, global half *y, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int j = 0; j < n; j++) {
        sum += vload_half(i * n + j, x);
    }
    vstore_half(sum, i, y);
}
