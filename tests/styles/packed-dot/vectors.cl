// Vectors of four bytes, in the extension's overload for them.
kernel void packed_dot(global const char4 *a, global const char4 *b, global int *y, uint rows, uint words)
{
    for (uint row = get_global_id(0); row < rows; row += get_global_size(0)) {
        int total = 0;
        for (uint i = 0; i < words; ++i) {
            short4 products = convert_short4(a[i * rows + row]) * convert_short4(b[i]);
            total += products.s0 + products.s1 + products.s2 + products.s3;
        }
        y[row] = total;
    }
}
