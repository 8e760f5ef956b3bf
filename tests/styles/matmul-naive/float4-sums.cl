// Four partial sums in the components of a vector.
kernel void matmul_naive(global const float *a, global const float *b, global float *c, uint m, uint n, uint k)
{
    uint col = get_global_id(0), row = get_global_id(1);
    if (col < n && row < m) {
        float4 s = 0.0f;
        uint i = 0;
        for (; i + 4 <= k; i += 4) {
            float4 left = vload4(0, a + row * k + i);
            float4 right = (float4)(b[i * n + col], b[(i + 1) * n + col], b[(i + 2) * n + col], b[(i + 3) * n + col]);
            s = fma(left, right, s);
        }
        float sum = s.x + s.y + s.z + s.w;
        for (; i < k; ++i)
            sum += a[row * k + i] * b[i * n + col];
        c[row * n + col] = sum;
    }
}
