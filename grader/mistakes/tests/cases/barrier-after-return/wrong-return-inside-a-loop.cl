// global: 4
// local: 4
// buffer: keys int 4 values 2 9 0 5 read
// buffer: y int 4 zeros
kernel void search(global const int *keys, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    tile[lid] = keys[lid];
    for (int k = 0; k < 3; k++) {
        if (tile[lid] == k) {
            y[lid] = k;
            return;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); //~
    y[lid] = -tile[lid];
}
