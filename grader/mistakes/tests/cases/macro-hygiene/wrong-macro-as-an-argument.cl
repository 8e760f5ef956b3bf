// The inner macro is torn where the outer one multiplies.
// global: 4
// buffer: x int 16 iota
#define NEXT i + 1 //~
#define ROW(r) r * 4
kernel void clear_next(global int *x)
{
    int i = get_global_id(0) % 3;
    x[ROW(NEXT)] = 0;
}
