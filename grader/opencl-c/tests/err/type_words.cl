__kernel void f(__global int *a) {
    unsigned float x = 1;
    int float y = 2;
    short long z = 3;
    __global __local int *p;
    unsigned uint w;
    a[0] = x;
}
