// Tries: hides a read of a neighbour's element in a loop that `goto` enters in two places.
// Verdict: cross-group-race
// On a device alone: passed

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0), k = 0;
    float other = 0.0f;
    if (i >= n)
        return;
    if (i & 1)
        goto middle;
again:
    other = y[(i + 1) % n];
middle:
    if (k++ < 1)
        goto again;
    y[i] = alpha * x[i] + y[i];
    if (other != other)
        y[i] = other;
}
