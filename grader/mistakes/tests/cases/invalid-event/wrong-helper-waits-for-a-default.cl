// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
void finish(event_t event) {
    wait_group_events(1, &event); //~
}
kernel void finishes_nothing(global const int *x, global int *y) {
    event_t pending = 0;
    for (int round = 0; round < 2; round++) {
        finish(pending);
        y[get_local_id(0)] += x[get_local_id(0)];
    }
}
