// global: 2
// local: 2
// buffer: y int 2 uninit write
int clip(int n)
{
    return min(n, 10);
}

int first(int n)
{
    return clip(n + 1);
}

int second(int n)
{
    return clip(first(n) + 3);
}

kernel void evaluate(global int *y)
{
    y[get_global_id(0)] = first(4) + second(9);
}
