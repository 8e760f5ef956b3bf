// A number that is two numbers.
// global: 6
// buffer: x int 36 iota
#define TILE 4
#define PADDED TILE + 2 //~
kernel void rows(global int *x)
{
    size_t i = get_global_id(0);
    x[i * PADDED] = 1;
}
