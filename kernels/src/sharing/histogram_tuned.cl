// How often values of each kind come, tuned: a work-item takes VEC values at once, and a work-group has
// several copies of the counts, so that equal values, which come in swarms, do not queue for one slot.
//
// A GPU wants some work-groups for each compute unit, of 256 work-items or so; a CPU wants a few more
// work-groups than it has cores, of one work-item: nobody shares its counts, and it needs no atomics.

// Kinds of values: the number of equal parts of 0 to 255. Divides 256.
#ifndef BINS
#define BINS 64
#endif
// Copies of the counts in a work-group.
#ifndef COPIES
#define COPIES 1
#endif
// Values side by side that a work-item reads at once: 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif
// Has each work-group a single work-item?
#ifndef ALONE
#define ALONE 0
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)

// ANCHOR: count
// The copies lie side by side: the same bin of neighbouring copies is in neighbouring banks.
void count(local uint *bins, uint value, uint copy)
{
    local uint *bin = &bins[value / (256 / BINS) * COPIES + copy % COPIES];
#if ALONE
    ++*bin;
#else
    atomic_inc(bin);
#endif
}
// ANCHOR_END: count

// ANCHOR: kernel
kernel void histogram(global const uchar *restrict values, global uint *restrict counts, uint n)
{
    local uint bins[BINS * COPIES];
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    for (uint slot = lid; slot < BINS * COPIES; slot += size)
        bins[slot] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // ANCHOR: stretch
    // The stretch of this work-group: whole rounds of its work-items, fewer in the last one.
    const uint round = size * VEC;
    const uint rounds = (n / round + (n % round != 0) + get_num_groups(0) - 1) / get_num_groups(0);
    const size_t first = (size_t)get_group_id(0) * rounds * round;
    const size_t end = min(first + (size_t)rounds * round, (size_t)n);
    // ANCHOR_END: stretch

    size_t i = first + lid * VEC;
    for (; i + VEC <= end; i += round) {
        uchar some[VEC];
        JOIN(vstore, VEC)(JOIN(vload, VEC)(0, values + i), 0, some);
        for (uint k = 0; k < VEC; ++k)
            count(bins, some[k], lid + k);
    }
    for (uint k = 0; i + k < end; ++k)
        count(bins, values[i + k], lid + k);
    barrier(CLK_LOCAL_MEM_FENCE);

    // ANCHOR: merge
    for (uint bin = lid; bin < BINS; bin += size) {
        uint sum = 0;
        for (uint copy = 0; copy < COPIES; ++copy)
            sum += bins[bin * COPIES + copy];
        if (sum > 0)
            atomic_add(&counts[bin], sum);
    }
    // ANCHOR_END: merge
}
// ANCHOR_END: kernel
