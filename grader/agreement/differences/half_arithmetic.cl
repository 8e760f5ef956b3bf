// Missed: a program that enables cl_khr_fp16 may compute in half; this device lacks the extension.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void f(__global half *a) { half x = a[0]; a[1] = x * 2.0h; }
