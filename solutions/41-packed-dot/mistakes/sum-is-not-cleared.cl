// Mistake: the sum begins with what the register holds.
// Verdict: uninitialized-read

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    int sum;
    for (uint word = 0; word < words; ++word)
        sum += dot_4x8packed_ss_int(a[word * rows + row], b[word]);
    y[row] = sum;
}
