// Mistake: the guard lets index n pass, one element behind the last.
// Verdict: out-of-bounds

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i <= n) {
        out[i] = first + (int)i;
    }
}
