kernel void k(global int *x)
{
    x[get_local_id(0)] = 1;
}
