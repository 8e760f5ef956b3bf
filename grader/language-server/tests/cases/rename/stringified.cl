// to other
#define SHOW(x) printf(#x "%d\n", x)
kernel void k(global int *o, int <|>n) { SHOW(n); }
