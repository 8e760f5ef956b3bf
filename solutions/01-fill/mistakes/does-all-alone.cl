// Mistake: work-item 0 writes the elements of all others.
// Verdict: wrong-work-item

kernel void fill(global int *out, int first, uint n)
{
    if (get_global_id(0) == 0) {
        for (uint i = 0; i < n; ++i)
            out[i] = first + (int)i;
    }
}
