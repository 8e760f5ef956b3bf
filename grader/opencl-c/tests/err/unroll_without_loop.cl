__kernel void f(__global int *a) {
    #pragma unroll
    a[0] = 1;
    #pragma unroll 4
    for (int i = 0; i < 4; i++) a[i] = 0;
}
