kernel void k(global int *x)
{
    local int m[4];
    int t[4];
    m[0] = t[0];
}
