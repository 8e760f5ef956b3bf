// Mistake: the products are computed in bytes, which they do not fit.
// Verdict: wrong

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (uint word = 0; word < words; ++word) {
        char4 products = as_char4(a[word * rows + row]) * as_char4(b[word]);
        sum += products.x + products.y + products.z + products.w;
    }
    y[row] = sum;
}
