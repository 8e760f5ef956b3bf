// global: 512
// local: 64
// buffer: window float 64 iota read
// buffer: x float 512 iota
kernel void weigh(global const float *window, global float *x)
{
    x[get_global_id(0)] *= window[get_local_id(0)];
}
