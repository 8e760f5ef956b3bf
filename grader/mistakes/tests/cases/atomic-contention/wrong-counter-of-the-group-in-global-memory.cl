// global: 128
// local: 32
// buffer: x int 128 iota read
// buffer: most int 4 zeros
kernel void largest(global const int *x, global int *most) {
    atomic_max(most + get_group_id(0), x[get_global_id(0)]); //~
}
