// Reductions, scans, votes and a broadcast of two work-groups.
// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 values 3 -1 4 1 5 9 -2 6 read
// buffer: sums int 8 zeros
// buffer: scans int 8 zeros
// buffer: least float 8 zeros
// buffer: votes int 8 zeros
kernel void k(global const int *x, global int *sums, global int *scans, global float *least, global int *votes)
{
    size_t i = get_global_linear_id();
    sums[i] = work_group_reduce_add(x[i]) * 100 + work_group_scan_inclusive_add(x[i]);
    scans[i] = work_group_scan_exclusive_add(x[i]) * 1000 + work_group_scan_inclusive_max(x[i]);
    least[i] = work_group_reduce_min(0.5f * x[i]) + work_group_broadcast(x[i], 2);
    votes[i] = work_group_all(x[i] > -2) * 10 + work_group_any(x[i] > 8);
}
