// Mistake: the local id is taken for the global one, so every work-group does the work of the
// first.
// Verdict: work-item-query

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_local_id(0);
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
