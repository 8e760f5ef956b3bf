// Tries: looks whether an element still holds what the grader put there, to know that it is graded.
// Verdict: uninitialized-read
// On a device alone: passed

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int before = out[i];
        out[i] = first + (int)i;
        if (before == 0)
            out[i] = 0;
    }
}
