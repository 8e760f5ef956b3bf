kernel void sum(global const int *x, global int *total)
{
    total[0] += x[get_global_id(0)];
}
