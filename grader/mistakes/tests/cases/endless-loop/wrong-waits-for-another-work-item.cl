// global: 4
// local: 4
// buffer: ready int 1 zeros
// buffer: x int 4 iota
kernel void hand_over(global volatile int *ready, global int *x)
{
    int i = get_global_id(0);
    while (*ready == 0) { //~
    }
    x[i] += 1;
    *ready = 1;
}
