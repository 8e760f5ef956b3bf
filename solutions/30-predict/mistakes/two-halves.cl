// Mistake: half vectors, each of which moves the whole sector.
// Verdict: too-costly

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    float4 sums = (float4)(0.0f);
    for (uint k = 0; k < 4; k++)
        sums.xy += vload2(4 * i + k, series) * vload2(k, weights);
    out[i] = base[i] * base[i] + gains[i & 63] * (sums.x + sums.y);
}
