// Functions that compilers have beside those of the language, and a format behind a cast.
__kernel void k(__global int *x)
{
    int i = get_global_id(0);
    __builtin_prefetch(x + i + 1);
    __builtin_prefetch(x + i + 1, 0, 3);
    x[i] = __builtin_popcount(x[i]);
    printf((__constant char *)"%d\n", x[i]);
}
