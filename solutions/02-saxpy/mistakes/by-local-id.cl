// Mistake: the local id is taken for the global one.
// Verdict: wrong-work-item

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_local_id(0);
    if (i < n)
        y[i] = alpha * x[i] + y[i];
}
