// global: 8
// local: 4
// buffer: x int 8 zeros
kernel void number(global int *x)
{
    int row = get_work_dim() > 1 ? get_global_id(1) : 0;
    x[row * 8 + get_global_id(0)] = row;
}
