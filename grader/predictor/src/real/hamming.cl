// The nearest of many bit patterns to each query.
kernel void real(global const uint *patterns, global const uint *queries, global int *least, int n)
{
    int i = get_global_id(0);
    uint own = queries[i];
    int best = 32;
    for (int k = 0; k < n; ++k)
        best = min(best, (int)popcount(patterns[k] ^ own));
    least[i] = best;
}
