// The two products of the biconjugate gradient method: rows by one reach of the work-items, columns by the other.
kernel void real(global const float *a, global const float *p, global const float *r, global float *q,
                 global float *s, int n)
{
    int i = get_global_id(0);
    float down = 0.0f, across = 0.0f;
    for (int k = 0; k < n; ++k) {
        down += a[k * n + i] * r[k];
        across += a[i * n + k] * p[k];
    }
    s[i] = down;
    q[i] = across;
}
