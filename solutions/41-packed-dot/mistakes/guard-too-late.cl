// Mistake: the guard lets one work-item beyond the last row through.
// Verdict: out-of-bounds

int dot_of_words(uint a, uint b)
{
#ifdef __opencl_c_integer_dot_product_input_4x8bit_packed
    return dot_4x8packed_ss_int(a, b);
#else
    int4 products = convert_int4(as_char4(a)) * convert_int4(as_char4(b));
    return products.x + products.y + products.z + products.w;
#endif
}

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row > rows)
        return;
    int sum = 0;
    for (uint word = 0; word < words; ++word)
        sum += dot_of_words(a[word * rows + row], b[word]);
    y[row] = sum;
}
