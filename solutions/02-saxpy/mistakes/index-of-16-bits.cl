// Mistake: the index is kept in 16 bits, so that element 65536 is taken for element 0.
// Verdict: integer-overflow-in-index

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    ushort i = get_global_id(0);
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
}
