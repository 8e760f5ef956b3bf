// std: CL2.0
// global: 2
// local: 2
// buffer: x float 8 iota read
// buffer: y float 2 uninit write
float sum(const float *p)
{
    float4 all = vload4(0, (const local float *)p); //~
    return all.x + all.y + all.z + all.w;
}
kernel void k(global const float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] = sum(x + 4 * i);
}
