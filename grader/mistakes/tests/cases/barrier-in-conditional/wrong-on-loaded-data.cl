// global: 4
// local: 4
// buffer: mask int 4 values 1 0 1 1 read
// buffer: y int 4 zeros
kernel void masked(global const int *mask, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    int wanted = mask[get_global_id(0)];
    tile[lid] = lid;
    if (wanted) {
        barrier(CLK_LOCAL_MEM_FENCE); //~
    }
    y[lid] = tile[lid] * wanted;
}
