// to B
#define <|>A 4
#define B 4
kernel void k(global int *o) { o[0] = A + B; }
