// Mistake: the result goes into x, which is an input.
// Verdict: write-to-read-only

kernel void saxpy(float alpha, global float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        x[i] = alpha * x[i] + y[i];
    }
}
