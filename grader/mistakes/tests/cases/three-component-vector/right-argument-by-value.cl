// A value is converted by the host's cl_float3, which has the padding.
// global: 2
// buffer: x float 6 iota
// value: offset float4 1 2 3 0
kernel void move(global float *x, float3 offset)
{
    size_t i = get_global_id(0);
    vstore3(vload3(i, x) + offset, i, x);
}
