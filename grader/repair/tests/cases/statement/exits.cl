kernel void k(global const int *x, global int *y, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        if (x[i] < 0)
            break;
        sum += x[i];
    }
    for (int i = 0; i < n; ++i) {
        if (x[i] > 9)
            return;
        y[i] = sum;
    }
}
