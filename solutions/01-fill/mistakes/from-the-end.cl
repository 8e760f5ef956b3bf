// Mistake: the work-items begin at the last element instead of the first.
// Verdict: wrong-work-item

kernel void fill(global int *out, int first, uint n)
{
    uint gid = get_global_id(0);
    if (gid < n) {
        uint i = n - 1 - gid;
        out[i] = first + (int)i;
    }
}
