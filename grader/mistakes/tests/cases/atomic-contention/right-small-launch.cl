// global: 8
// local: 8
// buffer: count int 1 zeros
kernel void small(global int *count) {
    atomic_inc(count);
}
