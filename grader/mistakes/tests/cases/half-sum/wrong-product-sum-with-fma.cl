// global: 2
// local: 2
// buffer: x half 8 iota read
// buffer: y half 2 uninit write
// value: n int 4
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *x, global half *y, int n)
{
    int i = get_global_id(0);
    half sum = 0;
    int j = 0;
    while (j < n) {
        sum = fma(x[j], x[i * n + j], sum); //~
        j++;
    }
    y[i] = sum;
}
