// The first element of each share: the product is a whole problem larger than the result.
// global: 4
// buffer: x int 10 zeros
// value: n uint 10
kernel void mark_shares(global int *x, uint n)
{
    uint i = get_global_id(0), items = get_global_size(0);
    uint first = i * n / items; //~
    x[first] = 1;
}
