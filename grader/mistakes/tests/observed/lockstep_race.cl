// global: 8
// local: 8
// buffer: a int 9 iota
kernel void shift(global int *a) {
    int l = get_local_id(0);
    a[l] = a[l + 1];
}
