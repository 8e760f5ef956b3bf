// Mistake: the index is kept in 16 bits, so that element 65536 is taken for element 0.
// Verdict: integer-overflow-in-index

kernel void fill(global int *out, int first, uint n)
{
    ushort i = get_global_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
