// Mistake: alpha is cut to an integer.
// Verdict: wrong

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    int factor = alpha;
    if (i < n) {
        y[i] = factor * x[i] + y[i];
    }
}
