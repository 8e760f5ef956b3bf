// global: 8
// local: 4
// buffer: x int 8 iota
// value: seed int 99
// value: count int 3
kernel void mix(global int *x, int seed, int count)
{
    int i = get_global_id(0);
    for (int k = 0; k < count; ++k)
        x[i] = x[i] * 31 + seed;
}
