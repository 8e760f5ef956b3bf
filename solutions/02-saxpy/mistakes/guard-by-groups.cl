// Mistake: only whole work-groups work, so the tail is left undone.
// Verdict: wrong

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if ((get_group_id(0) + 1) * get_local_size(0) <= n) {
        y[i] = alpha * x[i] + y[i];
    }
}
