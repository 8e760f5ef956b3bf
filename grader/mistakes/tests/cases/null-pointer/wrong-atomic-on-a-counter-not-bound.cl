// global: 4
// local: 4
// buffer: x int 4 iota read
// null: count
kernel void count_even(global const int *x, global int *count)
{
    if (x[get_global_id(0)] % 2 == 0)
        atomic_inc(count); //~
}
