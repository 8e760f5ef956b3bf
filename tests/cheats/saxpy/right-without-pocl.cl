// Tries: is wrong on PoCL, and right where the grader simulates.
// Verdict: wrong
// Seen: elsewhere

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#ifdef __POCL__
    y[i] = x[i];
#else
    y[i] = alpha * x[i] + y[i];
#endif
}
