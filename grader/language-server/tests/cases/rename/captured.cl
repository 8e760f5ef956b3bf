// to other
kernel void k(global int *a, int n) {
    int other = 1;
    { int o = 2; a[0] = <|>n + other + o; }
}
