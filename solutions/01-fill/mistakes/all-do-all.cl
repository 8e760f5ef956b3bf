// Mistake: every work-item writes all elements, each of them with the right
// value.
// Verdict: whole-problem-loop

kernel void fill(global int *out, int first, uint n)
{
    for (uint i = 0; i < n; ++i)
        out[i] = first + (int)i;
}
