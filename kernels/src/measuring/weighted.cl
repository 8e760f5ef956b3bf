// Each work-item weighs the eight values of its own stretch of a series.

// ANCHOR: kernel
kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    // ANCHOR: load
    // A work-item's stretch is a sector of 32 bytes: taken whole, nothing is moved twice.
    float8 s = vload8(i, series);
    float8 w = vload8(0, weights);
    // ANCHOR_END: load
    float4 sums = s.lo * w.lo + s.hi * w.hi;
    float sum = sums.x + sums.y + sums.z + sums.w;
    float own = base[i];
    out[i] = own * own + gains[i & 63] * sum;
}
// ANCHOR_END: kernel
