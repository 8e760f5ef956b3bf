// global: 2048
// local: 64
// buffer: window float 64 iota read
// buffer: x float 2048 iota
kernel void weigh(global const float *window, global float *x)
{
    x[get_global_id(0)] *= window[get_local_id(0)];
}
