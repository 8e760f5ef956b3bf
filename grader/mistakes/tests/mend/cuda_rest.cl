// What has no word of its own in OpenCL C, or none that fits everywhere, is left and told.
__global__ void rest(float *out, size_t count)
{
    extern __shared__ float tile[];
    unsigned vote = __ballot_sync(0xffffffffu, out[0] > 0.0f);
    tile[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[threadIdx.x], 1);
    out[threadIdx.x] = tile[warpSize - 1] + vote;
    atomicAdd(&out[0], 1.0f);
}

void start(float *out)
{
    rest<<<1, 32, 128>>>(out, 32);
}

// Their words have no twin.
__device__ float more(const float *x, int32_t count)
{
    dim3 shape(1, 2, 3);
    return fmaxf(x[0], sqrtf(x[1])) + __sinf(x[2]) * __fmul_rn(x[3], x[4]) + tex2D(0, 1, 2) + expf(clock());
}
