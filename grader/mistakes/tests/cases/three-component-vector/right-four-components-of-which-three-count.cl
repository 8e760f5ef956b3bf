// global: 2
// buffer: points float4 2 iota
kernel void flip(global float4 *points)
{
    size_t i = get_global_id(0);
    points[i].xyz = -points[i].xyz;
}
