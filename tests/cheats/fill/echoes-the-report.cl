// Tries: writes the values that a report of a failing case has shown.
// Verdict: wrong

kernel void fill(global int *out, int first, uint n)
{
    const int seen[] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint i = get_global_id(0);
    if (i < n)
        out[i] = i < 8 ? seen[i] : first + (int)i;
}
