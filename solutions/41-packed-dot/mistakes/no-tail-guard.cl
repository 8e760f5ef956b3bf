// Mistake: work-items beyond the last row read and write too.
// Verdict: out-of-bounds

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    int sum = 0;
    for (uint word = 0; word < words; ++word)
        sum += dot_4x8packed_ss_int(a[word * rows + row], b[word]);
    y[row] = sum;
}
