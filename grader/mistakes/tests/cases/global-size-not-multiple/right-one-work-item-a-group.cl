// global: 17
// local: 1
// buffer: x int 17 iota
kernel void next(global int *x)
{
    x[get_global_id(0)] += 1;
}
