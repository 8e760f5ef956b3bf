// global: 2
// local: 2
// buffer: x int 2 iota
// value: depth int 3
kernel void deepen(global int *x, int depth)
{
    x[get_global_id(0)] += depth;
    if (depth > 0)
        deepen(x, depth - 1); //~
}
