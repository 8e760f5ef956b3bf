// global: 4
// local: 4
// buffer: y int 4 uninit write
int twice(int n)
{
    return 2 * n;
}

kernel void eight_times(global int *y)
{
    y[get_global_id(0)] = twice(twice(twice(get_global_id(0))));
}
