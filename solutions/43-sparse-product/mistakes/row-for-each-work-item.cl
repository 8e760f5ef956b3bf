// Mistake: each work-item does a row of its own.
// Verdict: too-costly

kernel void sparse_product(global const uint *starts, global const uint *columns,
                           global const float *values, global const float *x, global float *y, uint rows)
{
    for (uint row = get_global_id(0); row < rows; row += get_global_size(0)) {
        float sum = 0;
        for (uint k = starts[row]; k < starts[row + 1]; ++k)
            sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
}
