// What has no word of its own in OpenCL C, or none that fits everywhere, is left and told.
__kernel void rest(__global float *out, size_t count)
{
    extern __local float tile[];
    unsigned vote = __ballot_sync(0xffffffffu, out[0] > 0.0f);
    tile[get_local_id(0)] = __shfl_down_sync(0xffffffffu, out[get_local_id(0)], 1);
    out[get_local_id(0)] = tile[warpSize - 1] + vote;
    atomic_add(&out[0], 1.0f);
}

void start(float *out)
{
    rest<<<1, 32, 128>>>(out, 32);
}

// Their words have no twin.
float more(const float *x, int count)
{
    dim3 shape(1, 2, 3);
    return fmaxf(x[0], sqrtf(x[1])) + native_sin(x[2]) * __fmul_rn(x[3], x[4]) + tex2D(0, 1, 2) + expf(clock());
}
