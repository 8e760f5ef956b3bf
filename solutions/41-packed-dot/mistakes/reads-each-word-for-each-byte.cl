// Mistake: each word is read four times, once for each of its bytes.
// Verdict: too-costly

kernel void packed_dot(global const uint *a, constant uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (uint byte = 0; byte < 4 * words; ++byte) {
        uint word = byte / 4;
        uint shift = 8 * (byte % 4);
        char left = (char)(a[word * rows + row] >> shift);
        char right = (char)(b[word] >> shift);
        sum += left * right;
    }
    y[row] = sum;
}
