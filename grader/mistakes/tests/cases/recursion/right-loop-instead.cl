// global: 4
// local: 4
// buffer: y int 4 uninit write
int factorial(int n)
{
    int product = 1;
    for (int k = 2; k <= n; ++k)
        product *= k;
    return product;
}

kernel void factorials(global int *y)
{
    y[get_global_id(0)] = factorial(get_global_id(0));
}
