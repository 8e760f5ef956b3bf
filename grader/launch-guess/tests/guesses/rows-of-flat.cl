kernel void row_sums(global const float *m, global float *sums, int rows, int cols)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int c = 0; c < cols; ++c)
        sum += m[row * cols + c];
    sums[row] = sum;
}
