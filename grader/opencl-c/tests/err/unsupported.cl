// Constructs of OpenCL C that this project does not analyse: none of them is a mistake.
__kernel void images(__read_only image2d_t image, sampler_t sampler, __global float4 *out)
{
    out[0] = read_imagef(image, sampler, (int2)(0, 0));
    out[1] = work_group_reduce_add(out[0].x);
    while (({ while (0) ; 1; }))
        ;
}
