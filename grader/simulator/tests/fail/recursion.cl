// global: 1
// buffer: out int 1 zeros
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
kernel void f(global int *out) { out[0] = fact(5); }
