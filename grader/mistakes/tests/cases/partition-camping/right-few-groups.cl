// global: 512
// local: 64
// buffer: x float 4096 iota
kernel void heads(global float *x)
{
    x[get_group_id(0) * 512 + get_local_id(0)] += 1.0f;
}
