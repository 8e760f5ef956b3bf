// All work-items of a row read the same element of a at the same time: constant memory serves them.
kernel void matmul_naive(constant float *a, global const float *b, global float *c, uint m, uint n, uint k)
{
    uint j = get_global_id(0), i = get_global_id(1);
    if (i < m)
    {
        if (j < n)
        {
            float s = 0;
            for (uint p = 0; p < k; p++)
                s += a[i * k + p] * b[p * n + j];
            c[i * n + j] = s;
        }
    }
}
