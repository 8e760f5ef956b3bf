// global: 2
// local: 2
// buffer: x half 10 iota read
// buffer: y half 2 uninit write
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *x, global half *y)
{
    int i = get_global_id(0);
    half sum = 0;
    for (int j = 0; j < 5; j++) {
        sum += x[i * 5 + j];
    }
    y[i] = sum;
}
