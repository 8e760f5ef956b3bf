kernel void k(global int *x, int n, int count)
{
    int i = get_global_id(0);
    int step = get_global_size(0);
    for (int j = 0; j < count; ++j) {
        if (i < n)
            x[i] = 1;
    }
}
