// global: 4
// local: 4
// buffer: y int 4 zeros
kernel void hand_over(global int *y) {
    local int box;
    int lid = get_local_id(0);
    if (lid == 0) {
        box = 42;
    } else {
        y[lid] = box; //~
    }
}
