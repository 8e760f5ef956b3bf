// global: 4
// local: 4
// buffer: x float 20 iota read
// buffer: sums float 4 uninit write
// value: columns int 5
kernel void row_sums(global const float *x, global float *sums, int columns)
{
    int row = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < columns; ++k)
        sum += x[row * columns + k];
    sums[row] = sum;
}
