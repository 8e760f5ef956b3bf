// Mistake: the kernel has another name than the host asks for.
// Verdict: no-such-kernel

kernel void fil(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
