// Mistake: every work-item goes through all elements, as a program for one processor does.
// Verdict: whole-problem-loop

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    for (uint i = 0; i < n; ++i) {
        y[i] = alpha * x[i] + y[i];
    }
}
