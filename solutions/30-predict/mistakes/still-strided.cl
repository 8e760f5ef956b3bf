// Mistake: the second reading of base is gone, but the series is read with a stride of eight.
// Verdict: too-costly

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < 8; k++)
        sum += series[8 * i + k] * weights[k];
    float own = base[i];
    out[i] = own * own + gains[i & 63] * sum;
}
