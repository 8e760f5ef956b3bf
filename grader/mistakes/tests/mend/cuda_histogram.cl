// A grid-stride loop, atomic counters in shared and in global memory.
__constant__ int limits[2] = { 0, 255 };

__device__ __forceinline__ int clipped(int value)
{
    return min(max(value, limits[0]), limits[1]);
}

extern "C" __global__ void __launch_bounds__(256) histogram(const int *data, unsigned int *bins, int count)
{
    __shared__ unsigned int mine[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        mine[bin] = 0;
    }
    __syncthreads();
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        atomicAdd(&mine[clipped(__ldg(&data[i]))], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&bins[bin], mine[bin]);
    }
    __threadfence();
}
