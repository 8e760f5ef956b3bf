kernel void k(global int *x, int n, int count)
{
    int gx = get_global_id(0);
    int i = gx;
    for (int j = 0; j < count; ++j) {
        if (i < n)
            x[i] = 1;
        i += get_local_size(0);
    }
}
