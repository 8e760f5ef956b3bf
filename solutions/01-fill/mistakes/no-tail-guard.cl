// Mistake: there is no tail guard, so the surplus work-items of the last work-
// group write behind the end.
// Verdict: out-of-bounds

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    out[i] = first + (int)i;
}
