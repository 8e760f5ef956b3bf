// global: 512
// local: 64
// buffer: x int 512 iota
kernel void mix(global int *x)
{
    int i = get_global_id(0);
    if (get_group_id(0) % 2 == 0) {
        x[i] = x[i] * 3 + 1;
    } else {
        x[i] = x[i] * x[i] - 7;
    }
}
