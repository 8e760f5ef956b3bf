// global: 8
// local: 8
// buffer: y int 8 zeros
kernel void triangle(global int *y) {
    local int tile[8];
    int lid = get_local_id(0), sum = 0;
    tile[lid] = lid;
    for (int k = 0; k <= lid; k++) {
        barrier(CLK_LOCAL_MEM_FENCE); //~
        sum += tile[k];
    }
    y[lid] = sum;
}
