// global: 4
// buffer: x int 4 iota
kernel void clear_before(global int *x)
{
    size_t i = get_global_id(0);
    if (i - 2 < 0) { //~
        x[i] = 0;
    }
}
