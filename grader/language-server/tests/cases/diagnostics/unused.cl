kernel void k(global int *a) {
    int unused = 1, debugged = 2;
#ifdef DEBUG
    a[1] = debugged;
#endif
    a[0] = 1;
}
