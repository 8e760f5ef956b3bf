// The sum of an array, tuned: each work-group has one stretch of it and each work-item many elements, which
// it adds in registers; only then comes the tree in local memory. A second launch, of one work-group,
// adds the sums of the first.
//
// A GPU wants some work-groups for each compute unit, of 256 work-items or so; a CPU wants a few more
// work-groups than it has cores, of one work-item, and VEC as wide as its vectors.

// Elements side by side that a work-item reads at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
typedef int lanes;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(int, VEC) lanes;
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif

// ANCHOR: kernel
kernel void reduce(global const int *restrict x, global int *restrict sums, local int *tile, uint n)
{
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);

    // ANCHOR: stretch
    // The stretch of this work-group: so many whole rounds of its work-items, the last one less.
    const uint round = size * VEC;
    const uint rounds = (n / round + (n % round != 0) + get_num_groups(0) - 1) / get_num_groups(0);
    const size_t first = (size_t)get_group_id(0) * rounds * round;
    const size_t end = min(first + (size_t)rounds * round, (size_t)n);
    // ANCHOR_END: stretch

    // ANCHOR: many
    lanes sum = 0;
    size_t i = first + lid * VEC;
    for (; i + VEC <= end; i += round)
        sum += LOAD(x + i);
    int some[VEC];
    STORE(sum, some);
    // At the end of the array there may be less than VEC.
    for (uint k = 0; i + k < end; ++k)
        some[0] += x[i + k];
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

    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
// ANCHOR_END: kernel
