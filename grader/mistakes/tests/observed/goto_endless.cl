// global: 1
// buffer: flag int 1 zeros
kernel void waits(global int *flag) {
again:
    if (flag[0] == 0)
        goto again;
    flag[0] = 2;
}
