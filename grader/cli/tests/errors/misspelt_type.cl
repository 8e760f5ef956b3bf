kernel void k(global flaot *y, unit n)
{
    flaot4 v = 0;
    y[0] = v.x;
}
