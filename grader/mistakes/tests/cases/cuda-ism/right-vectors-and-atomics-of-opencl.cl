// global: 4
// buffer: sum int 1 zeros
// buffer: p float4 4 iota
kernel void collect(global int *sum, global float4 *p)
{
    size_t i = get_global_id(0);
    p[i] = (float4)(native_sin(p[i].x), p[i].yz, 1.0f);
    atomic_add(sum, (int)i);
}
