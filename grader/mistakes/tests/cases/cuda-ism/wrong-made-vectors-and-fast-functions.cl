// global: 2
// buffer: p float4 2 iota
kernel void wave(global float4 *p)
{
    size_t i = get_global_id(0);
    float4 v = p[i];
    p[i] = make_float4(__sinf(v.x), __cosf(v.y), v.z, 1.0f); //~
}
