// global: 4
// local: 4
// buffer: flag int 1 zeros
kernel void spin(global int *flag) {
    while (flag[0] == 0) {
    }
}
