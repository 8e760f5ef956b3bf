// Mistake: the first number is kept in 16 bits.
// Verdict: wrong

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        short begin = first;
        out[i] = begin + (int)i;
    }
}
