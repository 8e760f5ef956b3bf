// Exercise 40: last-group
//
// The histogram of exercise 18, with one atomic operation on global memory for each work-group. A value v,
// from 0 to 255, is of the kind v / 4; how often each of the 64 kinds comes is added to counts.
//
// Each work-group counts in local memory, and writes its bins to its own row: rows[64 * group] and the 63
// behind it. Then it adds 1 to done, which holds 0 before the launch. The group that finds all others done
// adds up the rows:
//
//     rows       group 0: 5 0 2 ...   group 1: 1 3 0 ...   group 2: 0 4 4 ...
//     done       0 -> 1               2 -> 3, the last     1 -> 2
//     counts                          += 6 7 6 ...
//
// OpenCL C 3.0, with its atomic types. rows and counts are plain memory. What another work-group wrote there
// is only to be read behind an atomic operation whose order and scope make it visible:
//
//     atomic_fetch_add_explicit(object, 1, memory_order_..., memory_scope_...)
//
// There are fewer work-items than values, and a work-group may have fewer work-items than there are bins.
//
// Counted besides: one atomic operation on global memory for each work-group; each value and each row is
// read once.
//
// Ranges: n from 0 to 70000; elements of values from 0 to 255; elements of counts from 0 to 640;
// work-groups of 1 to 256 work-items; 1 to 16 work-groups.

#define BINS 64

kernel void last_group(global const uchar *values, global uint *rows, global atomic_uint *done,
                       global uint *counts, uint n)
{
    local uint bins[BINS];
    uint lid = get_local_id(0);

    for (uint bin = lid; bin < BINS; bin += get_local_size(0))
        bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Count.

    // Write the row.

    // Say that it is whole. Is this group the last?

    // The last one adds the rows to counts.
}
