// FalseAlarm: FP_FAST_FMA is defined as on every GPU; PoCL does not define it.
#ifdef FP_FAST_FMA
#error as on a GPU
#endif
__kernel void f(__global float *a) { a[0] = 1; }
