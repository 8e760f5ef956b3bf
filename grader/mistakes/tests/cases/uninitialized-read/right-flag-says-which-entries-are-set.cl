// global: 6
// local: 6
// buffer: x int 6 values 5 -1 8 -3 0 2 read
// buffer: y int 6 uninit write
kernel void positive(global const int *x, global int *y)
{
    int i = get_global_id(0);
    int root;
    int has_root = x[i] >= 0;
    if (has_root)
        root = (int)sqrt((float)x[i]);
    y[i] = -1;
    if (has_root)
        y[i] = root;
}
