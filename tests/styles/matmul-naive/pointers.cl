float dot_product(global const float *row, global const float *column, uint stride, uint k)
{
    float sum = 0.0f;
    while (k--) {
        sum = fma(*row++, *column, sum);
        column += stride;
    }
    return sum;
}

kernel void matmul_naive(global const float *a, global const float *b, global float *c, int m, int n, int k)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < n && y < m)
        c[y * n + x] = dot_product(a + y * k, b + x, n, k);
}
