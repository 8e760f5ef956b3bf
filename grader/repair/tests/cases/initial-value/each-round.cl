kernel void k(global const float *x, global float *y, int n, int m)
{
    float sum = 0.0f;
    int from = 3;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j)
            sum += x[i * m + j];
        y[i] = sum + from;
    }
}
