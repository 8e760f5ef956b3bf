// Mistake: the size of the work-group is kept in a byte, and 256 becomes 0.
// Verdict: integer-overflow-in-index

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uchar size = get_local_size(0);
    uint i = get_group_id(0) * size + get_local_id(0);
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
