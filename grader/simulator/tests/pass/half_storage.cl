// global: 4
// local: 4
// buffer: in half 4 values 0 0 0 0
// buffer: out float 4 uninit
kernel void halves(global half *in, global float *out) {
    int i = get_global_id(0);
    vstore_half(i + 0.5f, i, in);
    out[i] = vload_half(i, in) * 2;
}
