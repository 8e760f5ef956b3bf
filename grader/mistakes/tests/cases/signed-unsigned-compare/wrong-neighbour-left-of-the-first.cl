// global: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
// value: n uint 4
kernel void left_neighbour(global const int *x, global int *y, uint n)
{
    int i = get_global_id(0);
    int left = i - 1;
    if (left < n) { //~
        y[i] = x[left];
    }
}
