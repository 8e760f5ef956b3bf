// global: 4
// local: 4
// buffer: y int 4 uninit write
constant int rounds = 0;

kernel void count(global int *y)
{
    rounds++; //~
    y[get_global_id(0)] = rounds;
}
