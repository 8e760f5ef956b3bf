// global: 320
// local: 64
// buffer: x int 300 iota
// value: n int 300
kernel void count_up(global int *x, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        x[i] += 1;
    }
}
