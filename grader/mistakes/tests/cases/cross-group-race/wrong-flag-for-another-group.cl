// global: 8
// local: 4
// buffer: ready int 1 zeros
// buffer: y int 8 zeros
kernel void wait_a_little(global int *ready, global int *y) {
    int i = get_global_id(0);
    if (i == 0) ready[0] = 1;
    for (int tries = 0; tries < 3; tries++) {
        if (get_group_id(0) == 1) y[i] += ready[0]; //~
    }
}
