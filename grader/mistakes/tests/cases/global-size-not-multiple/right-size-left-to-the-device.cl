// global: 1009
// buffer: x int 1009 iota
kernel void next(global int *x)
{
    x[get_global_id(0)] += 1;
}
