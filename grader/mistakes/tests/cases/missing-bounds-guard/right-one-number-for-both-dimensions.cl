// global: 8 8
// local: 8 2
// buffer: x int 50 zeros
// value: width int 8
// value: total int 50
kernel void fill(global int *x, int width, int total)
{
    int i = get_global_id(1) * width + get_global_id(0);
    if (i < total)
        x[i] = i;
}
