// Mistake: the number of an element is taken for its column.
// Verdict: out-of-bounds

kernel void sparse_product(global const uint *starts, global const uint *columns,
                           global const float *values, global const float *x, global float *y, uint rows)
{
    uint lane = get_sub_group_local_id();
    uint size = get_sub_group_size();
    uint first = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
    uint step = get_num_groups(0) * get_num_sub_groups();

    for (uint row = first; row < rows; row += step) {
        float sum = 0;
        for (uint k = starts[row] + lane; k < starts[row + 1]; k += size)
            sum += values[k] * x[k];
        sum = sub_group_reduce_add(sum);
        if (lane == 0)
            y[row] = sum;
    }
}
