// Mistake: every work-item goes through all elements, as a program for one processor does. The id
// is asked for and then lost.
// Verdict: whole-problem-loop

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    for (i = 0; i < n; i++) {
        y[i] = alpha * x[i] + y[i];
    }
}
