// global: 20
// local: 20
// buffer: x int 20 iota
kernel void count_up(global int *x)
{
    x[get_global_id(0)] += 1;
}
