// With another -D the lower bound is not 0.
// global: 4
// buffer: x int 4 iota
#ifndef FIRST
#define FIRST 0
#endif
kernel void part(global int *x)
{
    uint i = get_global_id(0);
    if (i >= FIRST && i < 3) {
        x[i] = 7;
    }
}
