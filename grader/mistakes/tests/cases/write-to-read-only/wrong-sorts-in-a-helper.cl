// global: 2
// local: 2
// buffer: x int 4 values 9 1 3 4 read
void order(global int *pair)
{
    if (pair[0] > pair[1]) {
        int low = pair[1];
        pair[1] = pair[0]; //~
        pair[0] = low;
    }
}

kernel void order_pairs(global int *x)
{
    order(x + 2 * get_global_id(0));
}
