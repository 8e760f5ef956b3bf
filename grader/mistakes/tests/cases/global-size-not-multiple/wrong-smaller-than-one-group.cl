// global: 20
// local: 32
// buffer: x int 20 iota
kernel void next(global int *x) //~
{
    x[get_global_id(0)] += 1;
}
