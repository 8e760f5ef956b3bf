// to WIDTH
#ifndef <|>N
#define N 4
#endif
#define M (N + 1)
kernel void k(global int *a) { a[0] = N + M; }
