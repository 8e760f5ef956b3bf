// global: 4 4
// local: 2 2
// buffer: m int 16 iota
kernel void transpose(global int *m) {
    int x = get_global_id(0), y = get_global_id(1);
    int value = m[y * 4 + x]; //~
    barrier(CLK_GLOBAL_MEM_FENCE);
    m[x * 4 + y] = value;
}
