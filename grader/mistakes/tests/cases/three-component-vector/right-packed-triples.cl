// global: 2
// buffer: points float 6 iota
kernel void flip(global float *points)
{
    size_t i = get_global_id(0);
    float3 point = vload3(i, points);
    point.y = -point.y;
    vstore3(point, i, points);
}
