// global: 1
// local: 1
// buffer: x half 256 iota read
// buffer: y half 1 uninit write
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *x, global half *y)
{
    half sum = 0;
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < 16; column++) {
            sum += x[row * 16 + column]; //~
        }
    }
    y[0] = sum;
}
