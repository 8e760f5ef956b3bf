// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    for (int r = 0; r < 2; r++) {
        switch (get_local_id(0) & 3) {
        case 0:
            o[get_global_id(0)] += n;
            break;
        case 1:
            o[get_global_id(0)] -= n;
        default:
            if (n > 3)
                break;
            o[get_global_id(0)] += 1;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
