// global: 4
// local: 4
// buffer: y int 4 zeros
// local-memory: tile 16
kernel void bare(global int *y, local int *tile) {
    int lid = get_local_id(0);
    tile[lid] = lid;
    barrier(0);
    y[lid] = tile[lid ^ 1]; //~
}
