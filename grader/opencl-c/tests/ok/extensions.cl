// Functions that share a name, double and half arithmetic, and what clang takes from GNU C.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

float __attribute__((overloadable)) blend(float a, float b)
{
    return a + b;
}

float4 __attribute__((overloadable)) blend(float4 a, float4 b)
{
    return a * b;
}

// Joins the built-in functions of its name.
float clamp(float x)
{
    return clamp(x, 0.0f, 1.0f);
}

__kernel void extensions(__global double *d, __global long *l, __global float4 *f)
{
    double4 v = (double4)(1.0, 2.0, 3.0, 4.0);
    d[0] = dot(v, v) + sqrt(2.0) + M_PI;
    d[1] = blend(1.0f, 2.0f) + clamp((float)d[2]);
    f[0] = blend(f[1], f[2]);
    atom_add(l, 1);
    __typeof__(v.x) x = v.w;
    l[2] = l[3] ?: 1;
    d[3] = NAN;
    d[4] = isinf(INFINITY) + HUGE_VALF;
    __attribute__((aligned(16))) int aligned = 1;
    l[1] = aligned;
}
