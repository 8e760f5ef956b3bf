// global: 4
// buffer: x int 16 iota
#define WIDTH (2 + 2)
#define ROW(r) ((r) * WIDTH)
#define AT(r, c) (ROW((r) + 0) + (c))
#define EACH(i) for (int i = 0; i < WIDTH - 1; i++)
kernel void shift(global int *x)
{
    int row = get_global_id(0);
    EACH(column) {
        x[AT(row, column)] = x[AT(row, column + 1)] * 2;
    }
}
