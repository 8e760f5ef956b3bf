// CUDA's words, with OpenCL's beside them.
__kernel void cuda(__global float *out, __global int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncthreads();
    atomicAdd(counter, 1);
    float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    out[i] = __expf(v.x) + rsqrtf(v.y);
}
