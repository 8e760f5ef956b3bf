// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: bins int 2 zeros
kernel void histogram(global const int *x, volatile global atomic_int *bins) {
    atomic_fetch_add_explicit(bins + (x[get_global_id(0)] & 1), 1, memory_order_relaxed, memory_scope_device);
}
