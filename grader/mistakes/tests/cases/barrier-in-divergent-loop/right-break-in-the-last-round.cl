// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    for (int r = 0; r < 8; r++) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (r == 7 && get_local_id(0) > 3)
            break;
        o[get_global_id(0)] += n;
    }
}
