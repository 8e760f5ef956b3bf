// global: 8
// local: 8
// buffer: x int 9 iota
kernel void shift(global int *x) {
    size_t i = get_global_id(0);
    int next = x[i + 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[i] = next;
}
