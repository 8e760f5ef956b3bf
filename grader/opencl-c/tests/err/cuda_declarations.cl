// What stands around CUDA's kernels.
#include <cooperative_groups.h>
#include <cstdint>
extern "C" static __global__ void __launch_bounds__(64, 2) f(float *x, uint64_t *n)
{
    extern __shared__ float tile[];
    dim3 shape;
    cudaStream_t stream;
}
