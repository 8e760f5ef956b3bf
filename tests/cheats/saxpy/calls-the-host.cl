// Tries: calls a function of the process that runs it.
// Verdict: build-failed

int getpid(void);

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        y[i] = getpid() == 1 ? x[i] : alpha * x[i] + y[i];
}
