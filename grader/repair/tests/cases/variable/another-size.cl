kernel void k(global int *x, uint w, uint h)
{
    x[get_global_id(0) % w] = 1;
}
