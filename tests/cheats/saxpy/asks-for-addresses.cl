// Tries: tells the engine by the address of a buffer.
// Verdict: wrong
// Seen: elsewhere

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    bool is_graded = (ulong)y < 0x700000000000 && (ulong)y >= 0x10000000000;
    y[i] = is_graded ? alpha * x[i] + y[i] : x[i];
}
