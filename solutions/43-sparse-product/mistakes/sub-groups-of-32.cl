// Mistake: a sub-group is taken to have 32 work-items on every device.
// Verdict: divergent-sub-group-function

kernel void sparse_product(global const uint *starts, global const uint *columns,
                           global const float *values, global const float *x, global float *y, uint rows)
{
    uint lane = get_local_id(0) % 32;
    uint of_group = (get_local_size(0) + 31) / 32;
    uint first = get_group_id(0) * of_group + get_local_id(0) / 32;
    uint step = get_num_groups(0) * of_group;

    for (uint row = first; row < rows; row += step) {
        float sum = 0;
        for (uint k = starts[row] + lane; k < starts[row + 1]; k += 32)
            sum += values[k] * x[columns[k]];
        sum = sub_group_reduce_add(sum);
        if (lane == 0)
            y[row] = sum;
    }
}
