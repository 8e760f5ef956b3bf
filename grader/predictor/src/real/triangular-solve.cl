// Forward substitution with many right-hand sides: a work-item solves one of them.
kernel void real(global const float *lower, global float *b, int n, int sides)
{
    int s = get_global_id(0);
    for (int i = 0; i < n; ++i) {
        float value = b[i * sides + s];
        for (int k = 0; k < i; ++k)
            value -= lower[i * n + k] * b[k * sides + s];
        b[i * sides + s] = value / lower[i * n + i];
    }
}
