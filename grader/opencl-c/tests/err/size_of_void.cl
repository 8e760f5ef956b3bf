kernel void f(global int *out) {
    out[0] = sizeof(void);
    out[1] = sizeof(void *);
}
