// std: CL2.0
// global: 4
// local: 1
// buffer: data int 1 zeros
// buffer: ready int 1 zeros
// buffer: y int 4 zeros
kernel void publish(global int *data, volatile global atomic_int *ready, global int *y) {
    int group = get_group_id(0);
    if (group == 0) {
        data[0] = 42;
        atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);
    } else if (atomic_load_explicit(ready, memory_order_relaxed, memory_scope_device)) {
        y[group] = data[0]; //~
    }
}
