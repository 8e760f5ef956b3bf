// A sub-group goes over the rows in steps of all sub-groups, and its lanes over a row in steps of its size.

// ANCHOR: kernel
kernel void sparse_product(global const uint *starts, global const uint *columns,
                           global const float *values, global const float *x, global float *y, uint rows)
{
    uint lane = get_sub_group_local_id();
    uint size = get_sub_group_size();
    uint first = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
    uint step = get_num_groups(0) * get_num_sub_groups();

    // ANCHOR: rows
    // The row is the same for all lanes, so all of them come to the sum.
    for (uint row = first; row < rows; row += step) {
        uint end = starts[row + 1];
        float sum = 0;
        for (uint k = starts[row] + lane; k < end; k += size)
            sum += values[k] * x[columns[k]];
        sum = sub_group_reduce_add(sum);
        if (lane == 0)
            y[row] = sum;
    }
    // ANCHOR_END: rows
}
// ANCHOR_END: kernel
