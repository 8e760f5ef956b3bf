// global: 4
// local: 4
// buffer: y int 4 uninit write
kernel void count(global int *y)
{
    int rounds = 0;
    for (int k = -1; k < (int)get_local_size(0); k++) {
        rounds++;
    }
    y[get_global_id(0)] = rounds;
}
