#in<|>
#include "<|>
#pragma <|>
#pragma OPENCL EXTENSION cl_khr_fp<|>
#pragma OPENCL EXTENSION cl_khr_fp16 : <|>
#define TILE 16
#ifdef TI<|>
#endif
