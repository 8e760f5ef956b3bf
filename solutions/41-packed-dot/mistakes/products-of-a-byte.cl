// Mistake: the products are computed in bytes, which they do not fit.
// Verdict: wrong

int dot_of_words(uint a, uint b)
{
    char4 products = as_char4(a) * as_char4(b);
    return products.x + products.y + products.z + products.w;
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
