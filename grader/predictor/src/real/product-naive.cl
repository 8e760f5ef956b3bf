// A matrix product: a work-item computes an element.
kernel void real(global const float *a, global const float *b, global float *c, int n, float alpha, float beta)
{
    int j = get_global_id(0);
    int i = get_global_id(1);
    c[i * n + j] *= beta;
    for (int k = 0; k < n; ++k)
        c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
}
