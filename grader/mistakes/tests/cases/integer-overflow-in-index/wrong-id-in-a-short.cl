// global: 4
// buffer: x int 4 iota
kernel void twice(global int *x)
{
    short i = get_global_id(0); //~
    x[i] *= 2;
}
