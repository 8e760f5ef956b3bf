// Mistake: the bytes of b are taken to be unsigned.
// Verdict: wrong

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (uint word = 0; word < words; ++word)
        sum += dot_4x8packed_su_int(a[word * rows + row], b[word]);
    y[row] = sum;
}
