int f(int n) { return n < 2 ? 1 : n * f(n - 1); }

kernel void k(global int *y) { y[0] = f(5); }
