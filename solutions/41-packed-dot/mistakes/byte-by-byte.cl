// Mistake: each byte is read from memory on its own.
// Verdict: too-costly

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    global const char *bytes_of_a = (global const char *)a;
    constant char *bytes_of_b = (constant char *)b;
    int sum = 0;
    for (uint word = 0; word < words; ++word)
        for (uint byte = 0; byte < 4; ++byte)
            sum += bytes_of_a[4 * (word * rows + row) + byte] * bytes_of_b[4 * word + byte];
    y[row] = sum;
}
