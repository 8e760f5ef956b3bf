// global: 2
// local: 2
// buffer: in int 2 iota read
kernel void waits(global const int *in) {
    local int tile[2];
    event_t never;
    wait_group_events(1, &never);
}
