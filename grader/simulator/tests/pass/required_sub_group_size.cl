// std: CL3.0
// global: 32
// local: 32
// buffer: y uint 4 zeros
// The kernel's own size counts, not that of the device.
__attribute__((intel_reqd_sub_group_size(8)))
kernel void k(global uint *y)
{
    uint sum = sub_group_reduce_add(1u);
    if (get_sub_group_local_id() == 0) {
        y[get_sub_group_id()] = 100 * sum + 10 * get_max_sub_group_size() + get_num_sub_groups();
    }
}
