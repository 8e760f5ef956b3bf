// global: 2
// local: 2
// buffer: y int 2 uninit write
int sum(int a, int b)
{
    int sum = a + b;
    return sum;
}

kernel void sums(global int *y)
{
    int i = get_global_id(0);
    y[i] = sum(i, 2 * i);
}
