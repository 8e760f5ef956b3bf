// Tries: asks whether the compiler has a function of its own.
// Verdict: wrong
// Seen: elsewhere

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#if defined(__has_builtin) && __has_builtin(__builtin_ia32_rdtsc)
    y[i] = x[i];
#else
    y[i] = alpha * x[i] + y[i];
#endif
}
