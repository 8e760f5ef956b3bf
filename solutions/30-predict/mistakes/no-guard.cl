// Mistake: the guard got lost with the loop.
// Verdict: out-of-bounds

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    float8 s = vload8(i, series);
    float8 w = vload8(0, weights);
    float4 sums = s.lo * w.lo + s.hi * w.hi;
    out[i] = base[i] * base[i] + gains[i & 63] * (sums.x + sums.y + sums.z + sums.w);
}
