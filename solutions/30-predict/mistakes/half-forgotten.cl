// Mistake: the upper half of the vector is left out of the sum.
// Verdict: wrong

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    float8 s = vload8(i, series);
    float8 w = vload8(0, weights);
    float4 sums = s.lo * w.lo;
    out[i] = base[i] * base[i] + gains[i & 63] * (sums.x + sums.y + sums.z + sums.w);
}
