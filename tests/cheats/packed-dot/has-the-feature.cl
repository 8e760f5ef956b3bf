// Tries: relies on an optional feature; where a device lacks it, the other branch takes each byte without its sign.
// Verdict: wrong
// Seen: elsewhere

#if defined(__opencl_c_integer_dot_product_input_4x8bit_packed)
#define DOT(a, b) dot_4x8packed_ss_int(a, b)
#else
int sum_of(int4 v)
{
    return v.s0 + v.s1 + v.s2 + v.s3;
}
#define DOT(a, b) sum_of(convert_int4(as_uchar4(a)) * convert_int4(as_uchar4(b)))
#endif

kernel void packed_dot(global const uint *a, global const uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (uint word = 0; word < words; word++)
        sum += DOT(a[rows * word + row], b[word]);
    y[row] = sum;
}
