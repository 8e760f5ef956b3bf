// `read_only` and its like belong to images.
int f(__read_only int x) { return x; }
__kernel void k(write_only __global int *a) { a[0] = f(1); }
