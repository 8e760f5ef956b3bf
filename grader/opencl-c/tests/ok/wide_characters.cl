// A wide character is an integer; what it holds is never negative.
#define LETTER(x) L##x
#if L'a' != 97
#error a wide character in a condition
#endif
__kernel void k(__global int *a)
{
    a[0] = L'a' + LETTER('b');
    a[1] = L'\377';
    a[2] = '\377';
}
