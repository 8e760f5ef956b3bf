// global: 4
// local: 4
// buffer: a int 4 iota
// buffer: b int 4 zeros
// Indices so large that the addresses would come to lie in another buffer: how far is not told.
kernel void far(global int *a, global int *b) {
    size_t i = get_global_id(0);
    b[i + (1ul << 38)] = a[i];
    a[i - (1l << 40)] = 1;
}
