// global: 4
// local: 4
// buffer: x int 4 values 4 2 8 6 read
// buffer: best int 4 zeros write
kernel void keep_greater(global const int *x, global int *best)
{
    int i = get_global_id(0);
    if (x[i] > best[i]) { //~
        best[i] = x[i];
    }
}
