// Mistake: each kind has a work-item of its own, which reads all values to
// count it.
// Verdict: too-costly

#define BINS 64

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    for (uint bin = get_global_id(0); bin < BINS; bin += get_global_size(0)) {
        uint count = 0;
        for (uint i = 0; i < n; ++i)
            count += values[i] / 4 == bin;
        counts[bin] += count;
    }
}
