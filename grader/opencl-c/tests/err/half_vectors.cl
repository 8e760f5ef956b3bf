// Vectors of `half` are no types without the extension.
__kernel void k(__global half4 *h, __global half *p)
{
    half2 x = 0;
    vstore_half4((float4)(1.0f), 0, p);
}
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void l(__global half4 *h)
{
    h[0] = h[1] * (half)2;
}
