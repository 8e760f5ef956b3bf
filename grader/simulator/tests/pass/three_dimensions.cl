// global: 6 4 4
// local: 3 2 2
// buffer: out int 96 uninit
kernel void t3(global int *out) {
    size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    int s = 0;
    for (uint d = 0; d < get_work_dim(); d++)
        s = s * 13 + get_local_id(d) + get_group_id(d) * 3 + get_local_size(d) + get_num_groups(d) + get_global_offset(d);
    out[i] = s;
}
