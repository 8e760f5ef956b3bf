// Tries: tells the engine by what an uninitialised variable holds.
// Verdict: uninitialized-read

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    uint unset;
    bool is_graded = unset == 0;
    y[i] = is_graded ? alpha * x[i] + y[i] : x[i];
}
