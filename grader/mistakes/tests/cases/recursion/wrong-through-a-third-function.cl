// global: 2
// local: 2
// buffer: y int 2 uninit write
int expression(int n);

int factor(int n)
{
    return n > 9 ? expression(n / 10) : n; //~
}

int term(int n)
{
    return 2 * factor(n);
}

int expression(int n)
{
    return 1 + term(n);
}

kernel void evaluate(global int *y)
{
    y[get_global_id(0)] = expression(137);
}
