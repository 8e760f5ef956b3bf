// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
int is_done(int x)
{
    return x > 80;
}

kernel void k(global int *o, int n)
{
    while (1) {
        barrier(CLK_GLOBAL_MEM_FENCE); //~
        if (is_done(o[get_global_id(0)]))
            break;
        o[get_global_id(0)] += n;
    }
}
