// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    if (get_local_id(0) > 2)
        goto done;
    barrier(CLK_GLOBAL_MEM_FENCE); //~
done:
    o[get_global_id(0)] = n;
}
