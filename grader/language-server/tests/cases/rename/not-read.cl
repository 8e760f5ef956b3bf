// to other
#define LOG(x) printf("%d", x, <|>n)
kernel void k(global int *o, int <|>n) {
#if 0
    o[1] = n;
#endif
    o[0] = n;
}
