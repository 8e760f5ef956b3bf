// global: 4
// local: 4
// buffer: points float 12 iota
kernel void lift(global float3 *points)
{
    points[get_global_id(0)].z = 1.0f;
}
