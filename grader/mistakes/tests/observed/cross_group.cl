// global: 8
// local: 4
// buffer: a int 8 iota
kernel void smooth(global int *a) {
    int i = get_global_id(0);
    int left = i > 0 ? a[i - 1] : 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = left;
}
