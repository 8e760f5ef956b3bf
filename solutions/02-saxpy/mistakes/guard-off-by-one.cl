// Mistake: the guard lets index n pass, one element behind the last.
// Verdict: out-of-bounds

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i <= n) {
        y[i] = alpha * x[i] + y[i];
    }
}
