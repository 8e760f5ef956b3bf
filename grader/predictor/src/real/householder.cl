// One step of a QR factorisation: a Householder reflection of each column.
kernel void real(global float *a, global const float *v, int rows, int columns, float beta)
{
    int j = get_global_id(0);
    float dot = 0.0f;
    for (int i = 0; i < rows; ++i)
        dot += v[i] * a[i * columns + j];
    dot *= beta;
    for (int i = 0; i < rows; ++i)
        a[i * columns + j] -= dot * v[i];
}
