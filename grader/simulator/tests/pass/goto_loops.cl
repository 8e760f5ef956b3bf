// global: 8
// local: 8
// buffer: n int 8 values 3 0 7 1 12 5 2 9 read
// buffer: out int 8 zeros
// buffer: total int 8 zeros
// A loop with `goto` whose rounds differ, one within it, and a barrier that all meet after it.
kernel void rounds(global const int *n, global int *out, global int *total)
{
    local int sums[8];
    int i = get_local_id(0), k = 0, sum = 0;
outer:
    if (k >= n[i])
        goto done;
    int j = 0;
inner:
    sum += j;
    if (++j <= k)
        goto inner;
    k++;
    goto outer;
done:
    sums[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = sum;
    int all = 0, at = 0;
add:
    all += sums[(i + at) & 7];
    if (++at < 8)
        goto add;
    total[i] = all;
}
