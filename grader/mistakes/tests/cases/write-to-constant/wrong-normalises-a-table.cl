// global: 4
// local: 4
// buffer: y float 4 uninit write
constant float weight[4] = {1.0f, 2.0f, 3.0f, 4.0f};

kernel void normalise(global float *y)
{
    int i = get_global_id(0);
    weight[i] = weight[i] / 10.0f; //~
    y[i] = weight[i];
}
