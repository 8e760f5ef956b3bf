// The sum of an array, tuned: each work-item adds many elements in registers, AT_ONCE vectors of them on their
// way at once, and all work-items together read one stretch of the array after the other; only then comes the
// tree in local memory. What is left are the sums of the work-groups.
//
// `reduce` stores them, and a second launch, of one work-group, adds them. `reduce_once` needs no second launch,
// which takes as long as many elements: each work-group adds its sum to a common one with an atomic operation,
// and the last of them knows that it is the last. No work-group waits for another.
//
// A GPU wants some work-groups for each compute unit, of 256 work-items or so; a CPU wants a few more
// work-groups than it has cores, of one work-item, and VEC as wide as its vectors.

// Elements side by side that a work-item reads at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif
// Vectors of a work-item that are on their way at once.
#ifndef AT_ONCE
#define AT_ONCE 2
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
typedef int lanes;
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(int, VEC) lanes;
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif

// ANCHOR: group
// The sum of what the work-items of this work-group read, for the first of them. The tile has a slot for each.
int sum_of_group(global const int *x, local int *tile, uint n)
{
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    const uint all = get_global_size(0);

    // ANCHOR: many
    // An array begins where a vector may, and so do all its vectors: one instruction reads one.
    global const lanes *vectors = (global const lanes *)x;
    const uint count = n / VEC;
    // Neighbours read neighbouring vectors. A work-item without neighbours, on a core, goes along a stretch.
    const bool alone = size == 1;
    const uint stretch = count / all + (count % all != 0);
    const size_t begin = alone ? (size_t)get_group_id(0) * stretch : get_global_id(0);
    const size_t end = alone ? min(begin + stretch, (size_t)count) : count;
    const size_t step = alone ? 1 : all;
    lanes sum[AT_ONCE];
#pragma unroll
    for (uint k = 0; k < AT_ONCE; ++k)
        sum[k] = 0;
    size_t i = begin;
    for (; i + (AT_ONCE - 1) * step < end; i += AT_ONCE * step) {
#pragma unroll
        for (uint k = 0; k < AT_ONCE; ++k)
            sum[k] += vectors[i + k * step];
    }
    for (; i < end; i += step)
        sum[0] += vectors[i];
#pragma unroll
    for (uint k = 1; k < AT_ONCE; ++k)
        sum[0] += sum[k];
    int some[VEC];
    STORE(sum[0], some);
    // At the end of the array there may be less than VEC.
    for (size_t rest = (size_t)count * VEC + get_global_id(0); rest < n; rest += all)
        some[0] += x[rest];
    for (uint k = 1; k < VEC; ++k)
        some[0] += some[k];
    tile[lid] = some[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: many

    // ANCHOR: tree
    // Before each step the sum is in the first `left` slots; a slot in the middle may have no partner.
    for (uint left = size; left > 1; left = (left + 1) / 2) {
        if (lid < left / 2)
            tile[lid] += tile[lid + (left + 1) / 2];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // ANCHOR_END: tree
    return tile[0];
}
// ANCHOR_END: group

// ANCHOR: kernel
kernel void reduce(global const int *restrict x, global int *restrict sums, local int *tile, uint n)
{
    const int sum = sum_of_group(x, tile, n);
    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = sum;
}
// ANCHOR_END: kernel

// ANCHOR: once
// `total` has three slots: the sum, what of it has been added, and how many work-groups have added theirs. The
// last two are zero before the launch and again after it.
kernel void reduce_once(global const int *restrict x, volatile global int *total, local int *tile, uint n)
{
    const int sum = sum_of_group(x, tile, n);
    if (get_local_id(0) > 0)
        return;
    atomic_add(&total[1], sum);
    // The sum comes first, then the count.
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_inc(&total[2]) == (int)get_num_groups(0) - 1) {
        total[0] = atomic_xchg(&total[1], 0);
        atomic_xchg(&total[2], 0);
    }
}
// ANCHOR_END: once
