// Mistake: the vectors are of double, the host gives float.
// Verdict: other-arguments

kernel void saxpy(float alpha, global const double *x, global double *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
