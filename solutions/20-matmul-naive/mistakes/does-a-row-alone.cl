// Mistake: the first work-item of each row does all its elements.
// Verdict: wrong-work-item

kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uint row = get_global_id(1);
    if (row >= m || get_global_id(0) > 0)
        return;
    for (uint column = 0; column < n; ++column) {
        float sum = 0.0f;
        for (uint i = 0; i < k; ++i)
            sum += a[row * k + i] * b[i * n + column];
        c[row * n + column] = sum;
    }
}
