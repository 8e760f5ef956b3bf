// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
// value: in_place int 0
kernel void negate(global int *x, global int *y, int in_place)
{
    int i = get_global_id(0);
    if (in_place)
        x[i] = -x[i];
    else
        y[i] = -x[i];
}
