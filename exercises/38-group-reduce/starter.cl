// Exercise 38: group-reduce
//
// sums[g] is the sum of the elements of work-group g, one element for each work-item, and largest[g] the
// largest of them. The last work-group may have fewer: beyond n there is no element. A work-group without
// any element has the sum 0 and the largest element INT_MIN.
//
// OpenCL C 3.0, built with -cl-std=CL3.0. The work-items of a work-group compute both with one call each:
//
//     int sum = work_group_reduce_add(value);      the same result in every work-item
//     int most = work_group_reduce_max(value);
//
// The size of a work-group is any number.
//
// Counted besides: no local memory of your own, each element is read once, and one work-item of each
// work-group writes.
//
// Ranges: n from 0 to 70000; elements of x from -2147368959 to 2147368959; work-groups of 1 to 256
// work-items.

kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    size_t gid = get_global_id(0);

    if (gid < n) {
        sums[get_group_id(0)] = x[gid];

        // The largest element, too.
    }
}
