// global: 2
// local: 2
constant int table[2] = {1, 2};
kernel void force(void) {
    volatile ulong address = (ulong)table;
    global int *p = (global int *)address;
    p[get_global_id(0)] = 3;
}
