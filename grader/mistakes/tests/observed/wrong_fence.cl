// global: 4
// local: 4
// buffer: a int 4 iota
// buffer: out int 4 uninit
kernel void exchange(global int *a, global int *out) {
    int i = get_global_id(0);
    a[i] = i * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[3 - i];
}
