// CUDA's functions: some have one word in OpenCL C, some have none; and C's names for one type.
__kernel void functions(__global float *x, __global int *n)
{
    x[0] = __ldg(&x[1]) + __ldg(x);
    n[0] = __float2int_rz(x[0]) + __popcll(3) + __clz(n[1]);
    n[1] = __ffs(n[0]) + __brev(n[1]) + __syncthreads_count(n[2]);
    x[1] = fmaxf(x[0], sqrtf(x[1])) + powf(x[2], 2.0f);
    x[2] = tex2D(0, x[0], x[1]) + __fmul_rn(x[0], x[1]);
    x[3] = __shfl_xor_sync(1, x[3], 1);
    cudaDeviceSynchronize();
    x[4] = clock64();
}
