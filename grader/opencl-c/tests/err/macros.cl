// An error inside a macro is shown where the macro is used.
#define SQUARE(x) ((x) * (x))
#define ADD(a, b) SQUARE(a) + (b)
#define WRONG(p) (p).nothing

__kernel void macros(__global float4 *out, __global int *counts)
{
    out[0] = ADD(out[0], counts);
    WRONG(out[1]) = 1.0f;
    out[2] = SQUARE(undeclared);
}
