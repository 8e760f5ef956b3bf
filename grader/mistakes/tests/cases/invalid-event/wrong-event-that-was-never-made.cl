// global: 4
// local: 4
// buffer: y int 4 zeros
kernel void no_copy(global int *y) {
    event_t nothing = 0;
    wait_group_events(1, &nothing); //~
    y[get_local_id(0)] = 1;
}
