// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    for (int i = 0; i < n; i += 4) {
        barrier(CLK_GLOBAL_MEM_FENCE); //~
        if (get_local_id(0) >= 3)
            return;
        o[get_global_id(0)] += i;
    }
}
