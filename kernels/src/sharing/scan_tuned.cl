// The running sums of a whole array of any length, tuned, in three launches: the sum of each work-group's
// stretch; the running sums of those, in one work-group; and once more through each stretch, now that it
// is known what lies before. The array is read twice and written once.
//
// A GPU wants some work-groups for each compute unit, of 256 work-items or so; a CPU wants some more
// work-groups than it has cores, of one work-item, and VEC as wide as its vectors.

// Elements side by side that a work-item has at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
#define COPY(from, to) (*(to) = *(from))
#else
#define COPY(from, to) JOIN(vstore, VEC)(JOIN(vload, VEC)(0, from), 0, to)
#endif

// ANCHOR: stretch
// The elements of each work-group: whole rounds of its work-items, fewer in the last group.
size_t stretch(uint n)
{
    const uint round = get_local_size(0) * VEC;
    const uint rounds = n / round + (n % round != 0);
    return (size_t)((rounds + get_num_groups(0) - 1) / get_num_groups(0)) * round;
}
// ANCHOR_END: stretch

// VEC elements from i on; zeros, which change no sum, from end on.
void read(global const int *x, size_t i, size_t end, int *some)
{
    if (i + VEC <= end)
        COPY(x + i, some);
    else
        for (uint k = 0; k < VEC; ++k)
            some[k] = i + k < end ? x[i + k] : 0;
}

// ANCHOR: group
// The sum of what the work-items before this one bring, by doubling: after the step with distance d each
// slot holds the sum of up to 2 d of them. All of a work-group come here together; the total of all lies
// in the last slot of the half that is returned, up to the next barrier.
local int *running(local int *tile, int own)
{
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    local int *from = tile;
    local int *to = tile + size;
    from[lid] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        to[lid] = from[lid] + (lid >= distance ? from[lid - distance] : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *written = to;
        to = from;
        from = written;
    }
    return from;
}
// ANCHOR_END: group

// ANCHOR: totals
// The sum of each work-group's stretch. The tile has a slot for each work-item, twice.
kernel void scan_totals(global const int *restrict x, global int *restrict totals, local int *tile,
                        uint n)
{
    const size_t first = get_group_id(0) * stretch(n);
    const size_t end = min(first + stretch(n), (size_t)n);
    int sum[VEC], some[VEC];
    for (uint k = 0; k < VEC; ++k)
        sum[k] = 0;
    for (size_t i = first + get_local_id(0) * VEC; i < end; i += get_local_size(0) * VEC) {
        read(x, i, end, some);
        for (uint k = 0; k < VEC; ++k)
            sum[k] += some[k];
    }
    for (uint k = 1; k < VEC; ++k)
        sum[0] += sum[k];
    local int *sums = running(tile, sum[0]);
    if (get_local_id(0) == get_local_size(0) - 1)
        totals[get_group_id(0)] = sums[get_local_id(0)];
}
// ANCHOR_END: totals

// ANCHOR: apply
// The running sums of x. What lies before a work-group's stretch is in carries: the running sums of the
// totals of as many work-groups. The first one doesn't look there.
kernel void scan_apply(global const int *restrict x, global const int *restrict carries,
                       global int *restrict sums, local int *tile, uint n)
{
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    const size_t first = get_group_id(0) * stretch(n);
    const size_t end = min(first + stretch(n), (size_t)n);
    int before = get_group_id(0) > 0 ? carries[get_group_id(0) - 1] : 0;

    // All work-items go through all rounds, for they meet at barriers.
    for (size_t start = first; start < end; start += size * VEC) {
        const size_t i = start + lid * VEC;
        int some[VEC];
        read(x, i, end, some);
        for (uint k = 1; k < VEC; ++k)
            some[k] += some[k - 1];
        const int own = some[VEC - 1];
        local int *reached = running(tile, own);
        const int carry = before + reached[lid] - own;
        before += reached[size - 1];
        for (uint k = 0; k < VEC; ++k)
            some[k] += carry;
        if (i + VEC <= end)
            COPY(some, sums + i);
        else
            for (uint k = 0; k < VEC; ++k)
                if (i + k < end)
                    sums[i + k] = some[k];
        // The next round overwrites the tile.
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
// ANCHOR_END: apply
