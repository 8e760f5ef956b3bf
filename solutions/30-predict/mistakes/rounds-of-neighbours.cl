// Mistake: neighbours read side by side now, but no longer the values of their own stretch.
// Verdict: wrong

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < 8; k++)
        sum += series[i + k * n] * weights[k];
    out[i] = base[i] * base[i] + gains[i & 63] * sum;
}
