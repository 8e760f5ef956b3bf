// A function that is called from two places has other values in each.
// global: 4
// local: 4
// buffer: out int 8 zeros
void put(global int *to, uint row, uint column)
{
    to[row * 4 + column] = 1;
}

kernel void number(global int *out)
{
    put(out, 0, get_global_id(0));
    put(out, 2, get_global_id(0));
}
