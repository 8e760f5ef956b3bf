// Without a variable: the difference itself is compared.
// global: 4
// buffer: x int 4 iota
// value: n uint 4
// value: shift int 2
kernel void shifted(global int *x, uint n, int shift)
{
    int column = (int)get_global_id(0);
    x[column] = (column - shift < n) ? 1 : 2; //~
}
