// global: 8 2
// local: 4 1
// buffer: x int 16 zeros
kernel void mark(global int *x)
{
    int row = get_global_id(1);
    int column = get_group_id(0) * get_local_size(0) + get_local_id(0);
    x[row * 8 + column] = row;
}
