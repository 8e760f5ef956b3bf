// global: 4
// local: 4
// buffer: y int 4 uninit write
int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1); //~
}

kernel void factorials(global int *y)
{
    y[get_global_id(0)] = factorial(get_global_id(0));
}
