// global: 4
// local: 4
// buffer: x float 4 iota read
// null: weight
// buffer: y float 4 uninit write
kernel void weigh(global const float *x, global const float *weight, global float *y)
{
    int i = get_global_id(0);
    y[i] = x[i] * weight[i]; //~
}
