// global: 4
// local: 4
// buffer: out int 4 uninit
// buffer: junk int 4 uninit
kernel void forgets(global int *out, global int *junk) {
    local int tile[4];
    int i = get_global_id(0);
    int x;
    int list[3];
    if (i > 1)
        x = i;
    list[0] = 1;
    if (i < 3)
        tile[i] = i;
    out[i] = x + list[i % 2] + junk[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] += tile[i];
}
