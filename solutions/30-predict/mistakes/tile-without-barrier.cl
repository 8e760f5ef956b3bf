// Mistake: the series goes through local memory, and nobody waits until it is there.
// Verdict: missing-barrier

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    local float tile[512];
    uint lid = get_local_id(0), size = get_local_size(0);
    uint first = 8 * get_group_id(0) * size;
    for (uint at = lid; at < 8 * size; at += size)
        if (first + at < 8 * n)
            tile[at] = series[first + at];
    if (i >= n)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < 8; k++)
        sum += tile[8 * lid + k] * weights[k];
    out[i] = base[i] * base[i] + gains[i & 63] * sum;
}
