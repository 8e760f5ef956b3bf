// global: 2
// local: 2
// buffer: x int 4 values 9 1 3 4 read
// buffer: y int 4 uninit write
kernel void order_pairs(global int *x, global int *y)
{
    int i = 2 * get_global_id(0);
    int pair[2] = {x[i], x[i + 1]};
    if (pair[0] > pair[1]) {
        int low = pair[1];
        pair[1] = pair[0];
        pair[0] = low;
    }
    y[i] = pair[0];
    y[i + 1] = pair[1];
}
