#define AT(row, column) row * 4 + column
#define HALF  (4 / 2)
#define TWICE(x) ((x) + (x))
#define BOTH(a, b) max(a, b)

kernel void k(global const int *x, global int *y)
{
    int column = get_global_id(0);
    y[AT(0, column)] = x[AT(HALF - 1, column)] + TWICE(BOTH(1, 2));
}
