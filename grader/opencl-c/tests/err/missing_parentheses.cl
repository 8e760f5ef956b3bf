__kernel void f(__global int *a, int n) {
    if (a[0] == 1 {
        a[1] = 2;
    }
    while n > 0)
        n--;
    a[2] = (a[1] + 3;
    a[3] = max(a[1], a[2];
    for (int i = 0, i < n, i++) a[i] = 0;
    a[4 = 1;
}
