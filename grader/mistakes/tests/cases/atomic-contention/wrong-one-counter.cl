// global: 128
// local: 64
// buffer: x int 128 iota read
// buffer: count int 1 zeros
kernel void count_odd(global const int *x, global int *count) {
    if (x[get_global_id(0)] & 1)
        atomic_inc(count); //~
}
