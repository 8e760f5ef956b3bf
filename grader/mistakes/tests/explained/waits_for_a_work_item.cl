// global: 4
// local: 4
// buffer: out int 4 zeros
// local-memory: flag 4
kernel void wait_for_first(global int *out, local int *flag)
{
    uint me = get_local_id(0);
    if (me == 0)
        flag[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (flag[0] < 1) {
        if (me == 0)
            atomic_inc(&flag[0]);
    }
    out[get_global_id(0)] = flag[0];
}
