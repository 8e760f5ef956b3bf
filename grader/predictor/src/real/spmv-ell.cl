// A sparse matrix in ELLPACK format times a vector: each row has room for as many entries.
kernel void real(global const int *columns, global const float *values, global const float *x, global float *y,
                 int rows, int width)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < width; ++k)
        sum += values[k * rows + i] * x[columns[k * rows + i]];
    y[i] = sum;
}
