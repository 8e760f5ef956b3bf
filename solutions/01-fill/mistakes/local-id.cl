// Mistake: the local id is taken for the global one, so every work-group
// writes the same first elements and the others are never written.
// Verdict: work-item-query

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_local_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
