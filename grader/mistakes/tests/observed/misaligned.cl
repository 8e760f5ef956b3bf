// global: 2
// local: 2
// buffer: in float 9 iota read
// buffer: out float4 2 uninit
kernel void skew(global const float *in, global float4 *out) {
    int i = get_global_id(0);
    out[i] = *(global const float4 *)(in + 1 + 4 * i);
}
