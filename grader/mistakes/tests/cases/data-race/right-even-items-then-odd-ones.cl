// global: 8
// local: 8
// buffer: x int 8 iota
kernel void red_black(global int *x) {
    local int cells[8];
    int lid = get_local_id(0), left = lid > 0 ? lid - 1 : 0;
    cells[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid % 2 == 0 && lid > 0) cells[lid] = cells[left] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid % 2 == 1) cells[lid] = cells[left] + 1;
    x[lid] = cells[lid];
}
