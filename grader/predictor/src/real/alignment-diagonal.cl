// A diagonal of the dynamic programming table of an alignment.
kernel void real(global int *table, global const uchar *a, global const uchar *b, int n, int diagonal)
{
    int i = get_global_id(0) + 1;
    int j = diagonal - i;
    if (j >= 1 && j < n && i < n) {
        int match = table[(i - 1) * n + j - 1] + (a[i] == b[j] ? 2 : -1);
        int gap = max(table[(i - 1) * n + j], table[i * n + j - 1]) - 1;
        table[i * n + j] = max(match, gap);
    }
}
