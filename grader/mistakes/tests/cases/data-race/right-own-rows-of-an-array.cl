// global: 4
// local: 4
// buffer: y int 4 zeros
kernel void rows(global int *y) {
    local int row[4][3];
    int lid = get_local_id(0);
    for (int k = 0; k < 3; k++) row[lid][k] = lid + k;
    int sum = 0;
    for (int k = 0; k < 3; k++) sum += row[lid][2 - k];
    y[lid] = sum;
}
