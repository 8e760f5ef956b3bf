__global__ void k(float *y)
{
    __shared__ float tile[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = y[i];
    __syncthreads();
    atomicAdd(&y[0], tile[0]);
}
