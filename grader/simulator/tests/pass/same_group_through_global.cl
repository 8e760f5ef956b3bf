// global: 8
// local: 4
// buffer: a int 8 iota
kernel void rotate_in_group(global int *a) {
    int i = get_global_id(0), l = get_local_id(0);
    int mine = a[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[get_group_id(0) * 4 + (l + 1) % 4] = mine;
}
