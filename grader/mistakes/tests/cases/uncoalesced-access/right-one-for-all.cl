// global: 512
// local: 64
// buffer: start float 1 values 7 read
// buffer: y float 512 uninit write
kernel void fill(global const float *start, global float *y)
{
    y[get_global_id(0)] = start[0];
}
