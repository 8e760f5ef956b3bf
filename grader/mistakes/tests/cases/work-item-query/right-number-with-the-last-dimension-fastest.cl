// global: 16
// local: 4
// buffer: x int 16 zeros
kernel void number(global int *x)
{
    size_t height = get_global_size(1), depth = get_global_size(2);
    size_t i = (get_global_id(0) * height + get_global_id(1)) * depth + get_global_id(2);
    x[i] = i;
}
