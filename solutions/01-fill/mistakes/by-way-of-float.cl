// Mistake: the sum is made in float, which leaves integers out beyond 2^24.
// Verdict: wrong

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = (int)((float)first + (float)i);
    }
}
