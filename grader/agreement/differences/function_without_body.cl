// OtherLine: clang takes `x(a)` for the head of an old function and complains of the line after it.
x(a)
__kernel void f(__global int *a) { a[0] = 1; }
