#define ME get_local_id(0)
kernel void k(global int *x)
{
    x[ME] = ME;
}
