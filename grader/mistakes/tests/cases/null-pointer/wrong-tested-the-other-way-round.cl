// global: 2
// local: 2
// buffer: x int 2 iota
// null: limits
kernel void limit(global int *x, global const int *limits)
{
    int i = get_global_id(0);
    if (!limits) {
        x[i] = min(x[i], limits[i]); //~
    }
}
