// global: 2
// local: 2
// buffer: colour float 8 iota read
kernel void darken(global float *colour)
{
    int i = get_global_id(0);
    float4 c = vload4(i, colour);
    vstore4(0.5f * c, i, colour); //~
}
