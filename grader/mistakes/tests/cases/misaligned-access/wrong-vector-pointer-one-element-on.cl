// global: 2
// local: 2
// buffer: x float 9 iota read
// buffer: y float 2 uninit write
kernel void sums(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float4 v = *(global const float4 *)(x + 1 + 4 * i); //~
    y[i] = v.x + v.y + v.z + v.w;
}
