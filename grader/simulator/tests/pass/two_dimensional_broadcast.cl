// std: CL2.0
// global: 2 4
// local: 2 2
// buffer: y ulong 8 zeros
kernel void k(global ulong *y)
{
    size_t at = get_global_linear_id();
    y[at] = work_group_broadcast(at, 1, 0) * 10 + get_local_linear_id();
}
