// OpenCL C has no recursion (6.9).
int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

int odd(int n);

int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

int missing(int n);

__kernel void recursion(__global int *out)
{
    out[0] = factorial(3) + even(4) + missing(5);
}
