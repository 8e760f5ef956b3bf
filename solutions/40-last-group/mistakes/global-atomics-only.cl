// Mistake: each value is added to a count in global memory.
// Verdict: too-costly

#define BINS 64

kernel void last_group(global const uchar *values, global uint *rows, global atomic_uint *done,
                       global uint *counts, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[values[i] / 4]);
}
