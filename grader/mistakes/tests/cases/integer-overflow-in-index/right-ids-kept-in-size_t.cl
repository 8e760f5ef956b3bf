// size_t all the way: nothing is 32 bits wide.
// global: 4
// buffer: x int 10 zeros
// value: n uint 10
kernel void mark_shares(global int *x, uint n)
{
    size_t i = get_global_id(0), items = get_global_size(0);
    size_t first = i * n / items;
    x[first] = 1;
}
