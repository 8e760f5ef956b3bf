float scale(float x, float by) { return x * by; }

kernel void k(global float *y)
{
    y[0] = scale(1.0f);
    y[1] = scale(1.0f, 2.0f, 3.0f);
    y[2] = fma(1.0f, 2.0f);
    y[3] = get_global_id();
    y[4] = dot((float4)(1.0f), (float2)(1.0f));
}
