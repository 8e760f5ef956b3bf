kernel void k(global float4 *y, float3 t)
{
    float4 v = (float4)(1.0f, 2.0f, 3.0f);
    y[0] = v.xyzwx;
    y[1] = v.xq;
    v.xx = (float2)(1.0f, 2.0f);
    y[2] = v + t;
    y[3] = v.s7;
}
