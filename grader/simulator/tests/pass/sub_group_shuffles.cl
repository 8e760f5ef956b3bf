// A scan by shuffles that discards what comes from below lane 0, clusters, and parts of a sub-group.
// global: 16
// local: 16
// sub-group-size: 16
// buffer: scan int 16 iota
// buffer: clusters int 16 iota
// buffer: some int 16 iota
// buffer: intel int 16 iota
kernel void k(global int *scan, global int *clusters, global int *some, global int *intel)
{
    size_t i = get_global_id(0);
    uint lane = get_sub_group_local_id();
    int sum = scan[i];
    for (uint step = 1; step < get_sub_group_size(); step *= 2) {
        int below = sub_group_shuffle_up(sum, step);
        if (lane >= step) sum += below;
    }
    scan[i] = sum;
    clusters[i] = sub_group_clustered_reduce_max(clusters[i], 4) * 100 + sub_group_clustered_rotate(clusters[i], 1, 4);
    if (i % 3 == 0) {
        some[i] = sub_group_non_uniform_reduce_add(some[i]) * 10 + sub_group_elect()
            + 1000 * sub_group_broadcast_first(some[i]);
    }
    int v = intel[i];
    intel[i] = intel_sub_group_shuffle_down(v, v + 100, 3) * 1000 + intel_sub_group_shuffle_up(v + 200, v, 2);
}
