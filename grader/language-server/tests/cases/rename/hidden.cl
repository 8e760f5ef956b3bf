// to n
kernel void k(global int *a, int n) {
    { int <|>o = 2; a[0] = n + o; }
}
