// Tries: is right on PoCL alone, where it was tried.
// Verdict: wrong

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#ifdef __POCL__
    y[i] = alpha * x[i] + y[i];
#else
    y[i] = x[i];
#endif
}
