// global: 4
// local: 4
// buffer: in float4 4 iota read
// buffer: out float4 4 uninit
// buffer: ints int 4 uninit
kernel void vectors(global const float4 *in, global float4 *out, global int *ints) {
    int i = get_global_id(0);
    float4 v = in[i];
    v.xy = v.yx;
    v.w += dot(v.xy, v.zw);
    float4 w = (float4)(1.0f, v.s20, 2.0f) * 2.0f - v;
    out[i] = select(v, w, isgreater(w, v));
    int4 k = convert_int4(v) << 1;
    uchar4 c = convert_uchar4_sat(k * 20);
    ints[i] = as_int(c) + any(k > 100) + k.s3;
}
