// global: 4
// buffer: x int 4 iota
// value: offset int 1
kernel void shift(global int *x, int offset) //~
{
    size_t i = get_global_id(0);
    // x[i] += offset;
    x[i] += 1; /* the offset */
}
