kernel void weighted(global const float8 *series, constant float8 *weights, global const float *gains,
                     global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        const float8 s = series[i];
        const float8 w = *weights;
        float sum = dot(s.s0123, w.s0123) + dot(s.s4567, w.s4567);
        float b = base[i];
        out[i] = b * b + gains[i % 64] * sum;
    }
}
