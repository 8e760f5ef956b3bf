typedef float8 stretch;
kernel void weighted(global const float *series, global const stretch *weights, global const float *gains,
                     global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    stretch p = *((global const stretch *)series + i) * *weights;
    float4 q = p.even + p.odd;
    float2 r = q.even + q.odd;
    const float b = base[i];
    out[i] = fma(gains[i & 63u], r.x + r.y, b * b);
}
