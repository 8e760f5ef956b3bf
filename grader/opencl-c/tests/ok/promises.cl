// What a program promises its compiler changes nothing.
int sign(int x)
{
    if (__builtin_expect(x > 0, 1))
        return 1;
    if (x <= 0)
        return -1;
    __builtin_unreachable();
}

__kernel void k(__global int *a)
{
    __builtin_assume(a[0] > 0);
    a[0] = sign(a[0]);
}
