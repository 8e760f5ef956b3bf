// A tree of shuffles for the sum, and the bounds of the row read by one lane.
kernel void sparse_product(global const uint *restrict starts, global const uint *restrict columns,
                           global const float *restrict values, global const float *restrict x,
                           global float *restrict y, const uint rows)
{
    const uint lanes = get_max_sub_group_size(), lane = get_sub_group_local_id();
    const uint all = get_num_groups(0) * get_num_sub_groups();
    uint row = get_sub_group_id() + get_num_sub_groups() * get_group_id(0);
    while (row < rows) {
        uint begin = sub_group_broadcast(lane == 0 ? starts[row] : 0, 0);
        uint end = sub_group_broadcast(lane == 0 ? starts[row + 1] : 0, 0);
        float sum = 0.0f;
        for (uint k = begin + lane; k < end; k += get_sub_group_size())
            sum = fma(values[k], x[columns[k]], sum);
        for (uint distance = lanes / 2; distance != 0; distance >>= 1) {
            float other = sub_group_shuffle_down(sum, distance);
            sum += lane + distance < get_sub_group_size() ? other : 0.0f;
        }
        if (lane == 0)
            y[row] = sum;
        row += all;
    }
}
