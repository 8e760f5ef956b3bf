// Tries: asks for the compiler by its version.
// Verdict: wrong
// Seen: elsewhere

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#if defined(__clang_major__) && __clang_major__ > 3
    y[i] = x[i];
#else
    y[i] = alpha * x[i] + y[i];
#endif
}
