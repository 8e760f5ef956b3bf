// CUDA's words as macros.
#define blockDim_x ((int)get_local_size(0))
#define threadIdx_x ((int)get_local_id(0))
#define blockIdx_x ((int)get_group_id(0))
#define __syncthreads() barrier(CLK_LOCAL_MEM_FENCE)
#define MOST 64

int value_at(__global const int *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0;
}

__kernel void mix_neighbours(__global const int *x, __global int *mixed, int n)
{
    __local int tile[MOST + 2];
    int i = blockIdx_x * blockDim_x + threadIdx_x;
    int lid = threadIdx_x;
    tile[lid + 1] = value_at(x, i, n);
    if (lid == 0)
        tile[0] = value_at(x, i - 1, n);
    if (lid == blockDim_x - 1)
        tile[lid + 2] = value_at(x, i + 1, n);
    __syncthreads();
    if (i < n)
        mixed[i] = tile[lid] + 2 * tile[lid + 1] + 4 * tile[lid + 2];
}
