// global: 4 2
// buffer: x int 12 iota read
// buffer: y int 8 uninit write
#define AT(row, column) row * 4 + column //~
kernel void from_below(global const int *x, global int *y)
{
    int column = get_global_id(0), row = get_global_id(1);
    y[AT(row, column)] = x[AT(row + 1, column)];
}
