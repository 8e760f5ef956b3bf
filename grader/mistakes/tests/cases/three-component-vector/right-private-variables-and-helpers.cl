// In registers three components are three components.
// global: 2
// buffer: x float 6 iota
float3 turned(float3 v) { return v.zxy; }
kernel void turn(global float *x)
{
    size_t i = get_global_id(0);
    float3 axes[2] = { (float3)(1.0f, 0.0f, 0.0f), vload3(i, x) };
    float3 v = cross(axes[0], turned(axes[1]));
    x[3 * i] = v.x;
    x[3 * i + 1] = v.y;
    x[3 * i + 2] = v.z;
}
