// Mistake: there is no tail guard, so the surplus work-items of the last work-
// group write behind the end of y.
// Verdict: out-of-bounds

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    y[i] = alpha * x[i] + y[i];
}
