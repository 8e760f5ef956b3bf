// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    switch (get_local_id(0) & 3) {
    case 0:
        return;
    default:
        o[get_global_id(0)] += n;
        break;
    }
    barrier(CLK_GLOBAL_MEM_FENCE); //~
}
