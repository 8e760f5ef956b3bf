// global: 256
// local: 64
// buffer: points float4 256 iota
// buffer: m float4 4 iota read
kernel void transform(global float4 *points,
                      const global float4 *m) //~
{
    int i = get_global_id(0);
    float4 p = points[i];
    points[i] = (float4)(dot(m[0], p), dot(m[1], p), dot(m[2], p), dot(m[3], p));
}
