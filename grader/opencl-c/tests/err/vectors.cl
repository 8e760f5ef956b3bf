// Components, vector literals, and what cannot be assigned.
__kernel void vectors(__global float *out)
{
    float2 f2 = (float2)(1.0f, 2.0f);
    float3 f3 = (float3)(1.0f, 2.0f, 3.0f);
    float4 f4 = (float4)(1.0f, 2.0f, 3.0f);
    f4 = (float4)(f2, f3);
    f2.z = 1.0f;
    f3.w = 1.0f;
    f4.q = 1.0f;
    f4.xs0 = f2;
    f4.s4 = 1.0f;
    f4.xx = f2;
    f4.xyzxy;
    f4.foo = 1.0f;
    out->x = 1.0f;
    out[0].x = 1.0f;
    &f4.x;
    f4[4] = 1.0f;
    f4++;
    float4 bad = {1.0f, 2.0f};
}
