// After `sizeof`, a vector type in parentheses with a list after it is a literal, not a type.
__kernel void k(__global ulong *a)
{
    a[0] = sizeof (float4)(0.0f, 1.0f, 2.0f, 3.0f);
    a[1] = sizeof (float4)(0.0f).x;
    a[2] = sizeof (int2)(1, 2) + 1;
    a[3] = sizeof(float4);
}
