// Tries: reads the element before the buffer, where a grader keeps a guard, and is wrong elsewhere.
// Verdict: out-of-bounds
// On a device alone: passed

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        uint guard = ((global const uint *)y)[-1];
        y[i] = guard != 0 ? alpha * x[i] + y[i] : 0.0f;
    }
}
