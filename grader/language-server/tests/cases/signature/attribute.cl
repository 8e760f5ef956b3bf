int f(int a, float b) __attribute__((noinline)) { return a; }
__attribute__((always_inline)) int g(int a, float b) { return a; }
kernel void k(global int *o) { o[0] = f(1, <|>2) + g(<|>1, 2); }
