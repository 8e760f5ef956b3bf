// global: 2
// local: 2
// buffer: x half 8 iota read
// buffer: y half 2 uninit write
// value: n int 4
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *x, global half *y, int n)
{
    float all = 0;
    for (int j = 0; j < n; j++) {
        half sum = 0;
        for (int part = 0; part < 2; part++) {
            sum += x[2 * j + part];
        }
        all += sum;
    }
    y[get_global_id(0)] = all;
}
