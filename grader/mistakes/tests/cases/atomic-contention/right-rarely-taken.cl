// global: 256
// local: 32
// buffer: x int 256 iota read
// buffer: found int 1 zeros
kernel void rare(global const int *x, global int *found) {
    if (x[get_global_id(0)] % 32 == 5) atomic_inc(found);
}
