// global: 8
// local: 4
// buffer: count int 1 zeros
kernel void count_groups(global int *count) {
    if (get_local_id(0) == 0) atomic_inc(count);
}
