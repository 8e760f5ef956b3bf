// global: 64 16
// local: 16 16
// buffer: in float 1024 iota read
// buffer: out float 1024 uninit write
kernel void transpose(global const float *in, global float *out)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    float value = in[y * 64 + x];
    out[x * 16 + y] = value; //~
}
