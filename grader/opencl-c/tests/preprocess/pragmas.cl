#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL FP_CONTRACT OFF
#pragma unroll
#define N 4
#pragma unroll N
#pragma unroll(N * 2)
#pragma GCC unroll 3
#pragma clang loop unroll_count(6)
#pragma clang loop unroll(full)
#pragma clang loop vectorize(enable)
#pragma nounroll
#pragma something else entirely
#pragma
_Pragma("unroll 5") for
#define UNROLL(n) _Pragma("unroll " n)
#define PRAGMA(x) _Pragma(#x)
PRAGMA(unroll 7) _Pragma("OPENCL EXTENSION cl_khr_fp16 : enable")
#pragma OPENCL EXTENSION cl_khr_fp64
#pragma OPENCL FP_CONTRACT MAYBE
