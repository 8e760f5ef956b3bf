// global: 2
// local: 2
// buffer: out int 2 uninit
// value: n int 4
kernel void spill(global int *out, int n) {
    int window[3];
    for (int k = 0; k < n; k++)
        window[k] = k;
    out[get_global_id(0)] = window[0];
}
