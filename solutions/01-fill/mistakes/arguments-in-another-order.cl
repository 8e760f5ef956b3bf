// Mistake: the parameters stand in another order than the host gives the
// arguments.
// Verdict: other-arguments

kernel void fill(int first, global int *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
