kernel void k(global int *x)
{
    local int t[4][4];
    int i = get_local_id(0), j = get_local_id(1);
    x[0] = t[i][j];
}
