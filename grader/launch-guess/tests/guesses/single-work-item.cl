kernel void sum(global const int *x, global int *total, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += x[i];
    *total = sum;
}
