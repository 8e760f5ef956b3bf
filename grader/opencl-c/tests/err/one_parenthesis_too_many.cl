__kernel void f(__global int *a, int n) {
    a[0] = (n + 1));
    int x = a[1]];
    for (int i = 0) a[2] = 3;
    a[3] = y;
}
