// Mistake: every element gets the first number.
// Verdict: wrong

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = first;
    }
}
