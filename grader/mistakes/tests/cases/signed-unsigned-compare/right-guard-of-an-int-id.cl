// An id is never negative, whatever type holds it.
// global: 8
// buffer: x int 4 iota
// value: n uint 4
kernel void twice(global int *x, uint n)
{
    int i = get_global_id(0);
    if (i < n) {
        x[i] *= 2;
    }
}
