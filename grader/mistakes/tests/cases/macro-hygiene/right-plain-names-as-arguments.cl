// Without parentheses, but every use is grouped as it is written.
// global: 4 2
// buffer: x int 8 iota read
// buffer: y int 8 uninit write
#define AT(row, column) row * 4 + column
kernel void copy(global const int *x, global int *y)
{
    int column = get_global_id(0), row = get_global_id(1);
    y[AT(row, column)] = x[AT(row, column)] + 1;
}
