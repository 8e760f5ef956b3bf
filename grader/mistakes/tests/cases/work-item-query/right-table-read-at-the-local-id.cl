// global: 16
// local: 4
// buffer: x float 16 iota read
// buffer: weight float 4 iota read
// buffer: y float 16 uninit write
kernel void weigh(global const float *x, global const float *weight, global float *y)
{
    size_t i = get_global_id(0);
    y[i] = weight[get_local_id(0)] * x[i];
}
