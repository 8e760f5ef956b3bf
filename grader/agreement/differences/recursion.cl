// FalseAlarm: the standard forbids recursion (6.9), and the simulator needs none; clang lets it pass.
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__kernel void f(__global int *a) { a[0] = factorial(a[1]); }
