// Mistake: work-item 0 does the elements of all others.
// Verdict: wrong-work-item

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    if (get_global_id(0) > 0)
        return;
    for (uint i = 0; i < n; ++i)
        y[i] = alpha * x[i] + y[i];
}
