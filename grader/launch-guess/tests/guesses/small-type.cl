kernel void shift(global char *x, uchar count, short by)
{
    int i = get_global_id(0);
    if (i < count)
        x[i] += by;
}
