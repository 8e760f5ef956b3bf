// A vector is as many elements as it has components.
// global: 3
// local: 3
// buffer: in float 10 iota read
// buffer: out float 10 uninit write
kernel void copy(global const float *in, global float *out)
{
    uint i = get_global_id(0);
    vstore4(vload4(i, in), i, out);
}
