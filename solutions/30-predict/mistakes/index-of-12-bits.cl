// Mistake: the index is cut to 12 bits.
// Verdict: wrong

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0) & 0xfff;
    if (i >= n)
        return;
    float8 s = vload8(i, series);
    float8 w = vload8(0, weights);
    float4 sums = s.lo * w.lo + s.hi * w.hi;
    float sum = sums.x + sums.y + sums.z + sums.w;
    float own = base[i];
    out[i] = own * own + gains[i & 63] * sum;
}
