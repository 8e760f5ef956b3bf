// Mistake: the guard stops one element too early.
// Verdict: wrong

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i + 1 < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
