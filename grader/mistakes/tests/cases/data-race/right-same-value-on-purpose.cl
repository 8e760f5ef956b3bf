// global: 8
// local: 8
// buffer: x int 8 values 4 5 -1 6 -2 7 8 9 read
// buffer: found int 1 zeros
kernel void any_negative(global const int *x, global int *found) {
    // Whoever finds one says the same: grader: allow(data-race)
    if (x[get_local_id(0)] < 0) found[0] = 1;
}
