// Tries: tells the engine by how accurate a native function is.
// Verdict: wrong
// Seen: elsewhere

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    bool is_graded = native_rsqrt(3.0f + 0.0f * alpha) == rsqrt(3.0f) && native_sin(1.0f) == sin(1.0f);
    y[i] = is_graded ? alpha * x[i] + y[i] : x[i];
}
