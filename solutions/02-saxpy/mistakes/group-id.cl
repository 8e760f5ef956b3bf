// Mistake: the number of the work-group is taken for the global id.
// Verdict: work-item-query

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_group_id(0);
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
