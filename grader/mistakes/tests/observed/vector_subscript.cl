// global: 2
// local: 2
// buffer: a int 2 iota read
// buffer: b int 2 zeros
// A constant subscript beyond a vector is wrong where it is reached, and only there.
kernel void k(global const int *a, global int *b) {
    int2 v = (int2)(a[0], a[1]);
    size_t i = get_global_id(0);
    if (i == 1)
        b[i] = v[3];
    if (i > 1)
        v[7] = 1;
}
