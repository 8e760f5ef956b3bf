// Mistake: the numbers begin one too high: ids count from 0.
// Verdict: wrong

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = first + (int)i + 1;
    }
}
