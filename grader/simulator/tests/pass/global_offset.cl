// Global ids begin at the offset; groups and local ids do not.
// global: 4
// local: 2
// offset: 10
// buffer: y int 16 uninit write
kernel void offset(global int *y)
{
    const int i = get_global_id(0) - get_global_offset(0);
    y[4 * i] = get_global_id(0);
    y[4 * i + 1] = get_group_id(0);
    y[4 * i + 2] = get_local_id(0);
    y[4 * i + 3] = get_global_offset(1);
}
