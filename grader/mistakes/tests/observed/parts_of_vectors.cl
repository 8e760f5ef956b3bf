// kernel: parts
// global: 4
// local: 4
// buffer: halves float4 4 uninit
// buffer: out float 16 zeros
// Components without a value are used: of a vector in memory, of a copy of it, and of a variable.
kernel void parts(global float4 *halves, global float *out) {
    int i = get_global_id(0);
    halves[i].xy = (float2)(i, 1);
    out[i] = halves[i].z;
    float4 whole = halves[i];
    out[i + 4] = whole.x + whole.w;
    float4 mine;
    mine.xy = (float2)(3, 4);
    float4 copy = mine;
    out[i + 8] = copy.z;
}
