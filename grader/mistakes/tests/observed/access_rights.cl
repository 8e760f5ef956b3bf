// global: 2
// local: 2
// buffer: r int 2 iota read
// buffer: w int 2 iota write
kernel void both(global int *r, global int *w) {
    int i = get_global_id(0);
    r[i] = w[i];
}
