#include <cuda_runtime.h>
#include <stdio.h>

// y = a x + y, as CUDA has it.
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}
