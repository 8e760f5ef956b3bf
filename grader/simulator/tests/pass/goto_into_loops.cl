// global: 16
// local: 8
// buffer: out int 16 zeros
// Loops that are entered in several places: in the middle of a `while`, of the inner of two loops, and
// between stretches that jump to one another. A barrier that all meet in each round, and one after them.
kernel void entered(global int *out)
{
    local int shared_sums[8];
    int i = get_global_id(0), lid = get_local_id(0), k = 0, sum = 0;
    if (i & 1)
        goto middle;
    while (k < 5) {
        sum += 1;
    middle:
        sum += 10;
        k++;
    }
    int rounds = 0, j = 0;
    if (i & 2)
        goto inner;
    for (rounds = 0; rounds < 3; rounds++) {
        for (j = 0; j <= (i & 3); j++) {
            sum += 100;
        inner:
            sum += 1000;
            if (sum > 30000)
                goto out_of_both;
        }
    }
out_of_both:
    k = 0;
    switch (i & 3) {
    case 0: goto first;
    case 1: goto second;
    case 2: goto third;
    }
first:
    sum ^= 1;
    if (k++ < 4)
        goto third;
second:
    sum += 3;
    if (k++ < 5)
        goto first;
third:
    sum ^= 6;
    if (k++ < 6)
        goto second;
    // All work-items take the same way here, so that they meet in each round.
    int from = get_group_id(0), all = 0, round = 0;
    shared_sums[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (from > 0)
        goto meet;
again:
    all += shared_sums[(lid + round) & 7];
    barrier(CLK_LOCAL_MEM_FENCE);
meet:
    shared_sums[lid] = sum + round;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (round++ < 3)
        goto again;
    out[i] = sum + all;
}
