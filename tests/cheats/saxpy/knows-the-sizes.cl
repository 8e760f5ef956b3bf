// Tries: leaves large vectors out, which no small case shows.
// Verdict: wrong

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n && n < 1000)
        y[i] = alpha * x[i] + y[i];
}
