// global: 4
// local: 4
// buffer: x int 4 iota
// buffer: y int 1 zeros
kernel void marks(global const int *x, global int *y)
{
    local int word[1];
    int lid = get_local_id(0);
    if (lid == 0)
        word[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = word[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    word[0] = before | x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        y[0] = word[0];
}
