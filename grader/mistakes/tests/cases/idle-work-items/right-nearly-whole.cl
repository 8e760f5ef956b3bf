// global: 600
// local: 60
// buffer: x int 600 iota
// Four lanes of 64 idle: the group was made to fit rows of 60.
kernel void count_up(global int *x)
{
    x[get_global_id(0)] += 1;
}
