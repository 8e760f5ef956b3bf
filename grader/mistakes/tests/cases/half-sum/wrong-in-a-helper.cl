// global: 2
// local: 2
// buffer: x half 8 iota read
// buffer: y half 2 uninit write
// value: n int 4
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
half total(global const half *x, int n)
{
    half sum = 0;
    for (int j = 0; j < n; j++) {
        half next = x[j];
        sum += next * next; //~
    }
    return sum;
}
kernel void k(global const half *x, global half *y, int n)
{
    int i = get_global_id(0);
    y[i] = total(x + i * n, n);
}
