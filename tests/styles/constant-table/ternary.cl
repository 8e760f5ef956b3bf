kernel void classify(constant int *restrict limits, uint count, global const int *in, global uint *out, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    const int v = in[i];
    uint c = 0;
    for (uint k = 0; k != count; k++)
        c += v >= limits[k] ? 1u : 0u;
    out[i] = c;
}
