// global: 8
// local: 8
// buffer: y int 8 zeros
void publish(local int *tile, int lid, int value) {
    tile[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE); //~
}
kernel void half_publishes(global int *y) {
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = 0;
    if (lid % 2 == 0)
        publish(tile, lid, lid * 10);
    y[lid] = tile[lid];
}
