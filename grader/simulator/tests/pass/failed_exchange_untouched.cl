// global: 8
// local: 2
// buffer: own int 8 iota
// Each work-item tries an exchange on its own element, which nobody writes, and fails.
kernel void try(global int *own) {
    size_t i = get_global_id(0);
    atomic_cmpxchg(&own[i], -1, 5);
}
