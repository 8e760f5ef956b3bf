// global: 9
// local: 3
// buffer: x int 9 values 4 4 1 1 1 7 7 2 2 read
// buffer: first int 9 uninit write
kernel void starts_a_run(global const int *x, global int *first)
{
    int i = get_global_id(0);
    first[i] = i == 0 || x[i - 1] != x[i];
}
