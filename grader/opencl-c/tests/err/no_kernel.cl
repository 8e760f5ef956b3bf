void k(global int *x)
{
    local int tile[4];
    x[0] = tile[0];
}
