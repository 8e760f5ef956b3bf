__kernel void f(__global int *a, int n) {
    switch (n) {
    case 1:
        int x = 2;
        a[0] = x;
        break;
    case 2
        a[1] = 1;
    default:
    }
    if (n) int y = 1;
    else a[2] = 3;
    else a[3] = 4;
}
