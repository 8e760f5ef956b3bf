// global: 2
// local: 2
// buffer: y float 8 zeros write
kernel void brighten(global float *y)
{
    int i = get_global_id(0);
    float4 old = vload4(i, y); //~
    vstore4(old + 1.0f, i, y);
}
