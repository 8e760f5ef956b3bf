// global: 512
// local: 64
// buffer: state int 2 values 5 0
// buffer: x int 512 iota
kernel void mark(global int *state, global int *x)
{
    int i = get_global_id(0);
    x[i] += state[0];
    if (i == 511) {
        state[1] = 1;
    }
}
