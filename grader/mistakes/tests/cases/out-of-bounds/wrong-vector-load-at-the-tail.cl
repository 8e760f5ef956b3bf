// global: 4
// local: 4
// buffer: x float 14 iota read
// buffer: sum float 4 uninit write
kernel void sums_of_four(global const float *x, global float *sum)
{
    int i = get_global_id(0);
    float4 v = vload4(i, x); //~
    sum[i] = v.x + v.y + v.z + v.w;
}
