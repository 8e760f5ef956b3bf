// global: 64
// local: 32
// buffer: x int 64 iota read
// buffer: total int 1 zeros
kernel void sum(global const int *x, global int *total) {
    int value = x[get_global_id(0)];
    atomic_add(&total[0], value); //~
}
