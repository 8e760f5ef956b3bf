// A layer that lets a body of CUDA stand as it is: every word is declared here.
// global: 8
// local: 8
// buffer: a int 8 iota
#define __syncthreads() barrier(CLK_LOCAL_MEM_FENCE)
#define __shared__ local
#define __device__
__device__ int next(int lid) { return (lid + 1) % 8; }
kernel void rotate_left(global int *a)
{
    __shared__ int tile[8];
    int lid = get_local_id(0);
    tile[lid] = a[lid];
    __syncthreads();
    a[lid] = tile[next(lid)];
}
