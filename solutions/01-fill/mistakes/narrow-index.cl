// Mistake: the index is kept in 8 bits, so from work-item 256 on it begins at
// 0 again.
// Verdict: integer-overflow-in-index

kernel void fill(global int *out, int first, uint n)
{
    uchar i = get_global_id(0);
    if (i < n) {
        out[i] = first + i;
    }
}
