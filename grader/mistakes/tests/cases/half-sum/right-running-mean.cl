// global: 2
// local: 2
// buffer: x half 8 iota read
// buffer: y half 2 uninit write
// value: n int 4
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *x, global half *y, int n)
{
    int i = get_global_id(0);
    half mean = 0;
    for (int j = 0; j < n; j++) {
        half away = x[i * n + j] - mean;
        mean += away / (half)(j + 1);
    }
    y[i] = mean;
}
