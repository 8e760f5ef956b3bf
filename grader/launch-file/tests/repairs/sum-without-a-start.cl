kernel void sum(global const int *x, global int *y, uint n)
{
    uint i = get_global_id(0);
    int s;
    for (uint k = 0; k < n; k++) {
        s += x[i * n + k];
    }
    y[i] = s;
}
