// The function that adds to an accumulator: sums of this size do not saturate.
kernel void packed_dot(const global uint *restrict a, const global uint *restrict b, global int *restrict y,
                       const uint rows, const uint words)
{
    const size_t row = get_global_id(0);
    if (row < rows) {
        int total = 0;
        const global uint *next = a + row;
        for (uint i = 0; i != words; i++, next += rows)
            total = dot_acc_sat_4x8packed_ss_int(*next, b[i], total);
        y[row] = total;
    }
}
