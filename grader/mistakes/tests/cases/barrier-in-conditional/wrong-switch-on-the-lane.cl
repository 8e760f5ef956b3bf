// global: 6
// local: 6
// buffer: y int 6 zeros
kernel void roles(global int *y) {
    int lid = get_local_id(0);
    switch (lid % 3) {
    case 0:
        y[lid] = 1;
        break;
    case 1:
        barrier(CLK_LOCAL_MEM_FENCE); //~
        y[lid] = 2;
        break;
    default:
        y[lid] = 3;
    }
}
