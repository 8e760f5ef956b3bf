// global: 1
// local: 1
// buffer: x half 16 iota read
// buffer: y half 4 uninit write
// value: n int 4
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *x, global half *y, int n)
{
    half4 sums = (half4)(0);
    for (int j = 0; j < n; j++) {
        sums += vload4(j, x); //~
    }
    vstore4(sums, 0, y);
}
