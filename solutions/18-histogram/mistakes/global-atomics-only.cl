// Mistake: every value costs an atomic operation on global memory.
// Verdict: too-costly

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[values[i] / 4]);
}
