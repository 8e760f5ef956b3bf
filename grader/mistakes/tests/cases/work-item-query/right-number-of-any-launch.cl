// global: 16
// local: 4
// buffer: x int 16 zeros
kernel void number(global int *x)
{
    size_t width = get_global_size(0), height = get_global_size(1);
    size_t i = (get_global_id(2) * height + get_global_id(1)) * width + get_global_id(0);
    x[i] = i;
}
