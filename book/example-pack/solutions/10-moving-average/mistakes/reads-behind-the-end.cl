// Mistake: the window goes on behind the end.
// Verdict: out-of-bounds

kernel void moving_average(global const float *x, global float *out, uint n, uint r)
{
    uint i = get_global_id(0);
    if (i >= n) {
        return;
    }
    uint first = i < r ? 0 : i - r;
    uint last = i + r;
    float sum = 0.0f;
    for (uint j = first; j <= last; j++) {
        sum += x[j];
    }
    out[i] = sum / (last - first + 1);
}
