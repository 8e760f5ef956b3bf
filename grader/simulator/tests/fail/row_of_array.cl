// global: 2
// local: 2
// buffer: out int 2 uninit
kernel void beyond_the_row(global int *out) {
    local int rows[2][4];
    int l = get_local_id(0);
    for (int i = 0; i < 4; i++)
        rows[l][i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = rows[0][l + 3];
}
