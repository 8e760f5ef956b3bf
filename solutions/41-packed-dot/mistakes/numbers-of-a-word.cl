// Mistake: the words are multiplied as numbers, not byte by byte.
// Verdict: wrong

int dot_of_words(uint a, uint b)
{
    return (int)a * (int)b;
}

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (uint word = 0; word < words; ++word)
        sum += dot_of_words(a[word * rows + row], b[word]);
    y[row] = sum;
}
