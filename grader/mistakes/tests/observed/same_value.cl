// global: 8
// local: 8
// buffer: a int 8 iota read
// buffer: found int 1 zeros
kernel void any_negative(global const int *a, global int *found) {
    if (a[get_global_id(0)] > 4)
        found[0] = 1;
}
