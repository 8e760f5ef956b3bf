// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: total int 1 zeros
kernel void sum(global const int *x, global int *total) {
    *total += x[get_local_id(0)]; //~
}
