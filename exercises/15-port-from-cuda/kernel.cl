// Exercise 15: port-from-cuda
//
// Below is a kernel in CUDA, and it is right. Say the same in OpenCL C; the host calls
//
//     kernel void mix_neighbours(global const int *x, global int *mixed, int n)
//
// mixed[i] is x[i-1] + 2 * x[i] + 4 * x[i+1]; before the first and behind the last of the n
// elements x counts as 0. A work-group (a block, in CUDA) shares a tile with its elements and one more
// on either side. The NDRange is rounded up to whole work-groups, as the grid would be.
//
// Run the check as it stands: each message names OpenCL's word. They are not all there is to do.
//
// Ranges: n from 0 to 70000; elements of x from -262277073 to 262277073; work-groups of 1 to 64
// work-items.

#define MOST 64 // threads of the largest block

__device__ int value_at(const int *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0;
}

__global__ void mix_neighbours(const int *x, int *mixed, int n)
{
    __shared__ int tile[MOST + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lid = threadIdx.x;

    tile[lid + 1] = value_at(x, i, n);
    if (lid == 0)
        tile[0] = value_at(x, i - 1, n);
    if (lid == blockDim.x - 1)
        tile[lid + 2] = value_at(x, i + 1, n);
    __syncthreads();

    if (i < n)
        mixed[i] = tile[lid] + 2 * tile[lid + 1] + 4 * tile[lid + 2];
}
