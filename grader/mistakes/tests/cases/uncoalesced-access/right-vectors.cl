// global: 512
// local: 64
// buffer: x float4 512 iota
kernel void double_up(global float4 *x)
{
    x[get_global_id(0)] *= 2.0f;
}
