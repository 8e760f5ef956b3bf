// A comparison of vectors is -1 where it is true.
kernel void k(global float4 *x, global int4 *y)
{
    float4 v = x[0];
    int4 m = v < 1.0f;
    x[0] = (v < 0.0f) * 360.0f;
    x[1] = convert_float4(v < 0.0f) * 360.0f;
    x[2] = convert_float4(m) * 2.0f;
    y[0] = y[0] + (v > 1.0f);
    y[1] += v > 1.0f;
    y[2] -= v > 1.0f;
    y[3] = y[3] - (v > 1.0f);
    y[4] = m & y[4];
    x[3] = m ? v : 0.0f;
    x[4] = convert_float4(!m) * v;
    x[5] = convert_float4(m) * -2.0f;
    x[6] = mix(v, x[6], convert_float4(m));
    y[5] = (v.x < 0.0f) * 3;
    y[6] = (v > 0.0f) * (v < 1.0f) * (m > 0);
}
