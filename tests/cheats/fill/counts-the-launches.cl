// Tries: counts its launches in a variable of the program, and works in the first hundred.
// Verdict: build-failed

global int launches = 0;

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i == 0)
        launches += 1;
    if (i < n)
        out[i] = launches < 100 ? first + (int)i : 0;
}
