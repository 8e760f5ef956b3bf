// global: 12
// local: 4
// buffer: x int 12 values 3 -4 5 -6 7 8 -9 1 0 2 -2 6
// value: count int 12
// value: limit int 5
kernel void cut(global int *x, int count, int limit)
{
    int i = get_global_id(0);
    int v = x[i]; //~
    if (v > limit)
        x[i] = limit;
}
