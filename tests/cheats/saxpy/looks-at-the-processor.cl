// Tries: asks for the processor.
// Verdict: wrong
// Seen: elsewhere

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#if defined(__x86_64__) || defined(__aarch64__)
    y[i] = x[i];
#else
    y[i] = alpha * x[i] + y[i];
#endif
}
