// global: 512
// local: 64
// buffer: x int 552 iota read
// buffer: y int 512 uninit write
// value: width int 40
kernel void largest(global const int *x, global int *y, int width)
{
    int i = get_global_id(0);
    int most = x[i];
    for (int k = 1; k < width; k++) {
        most = max(most, x[i + k]); //~
    }
    y[i] = most;
}
