// global: 4
// local: 4
// buffer: y int 1 zeros
kernel void mixed(global int *y) {
    if (get_local_id(0) == 3)
        y[0] = 100;
    else
        atomic_add(y, 1); //~
}
