#define N 4
#define FIRST a[0]
#ifdef N
kernel void k(global int *<|>a, int n) {
    int i = N;
    for (int <|>i = 0; i < <|>N; i++)
        a[i] += FIRST + i;
    a[i] = n;
}
#endif
