// A table that never changes lies in constant memory.
// global: 5
// buffer: y float 5 uninit write
constant float weights[5] = { 1.0f, 4.0f, 6.0f, 4.0f, 1.0f };
kernel void blur(global float *y)
{
    size_t i = get_global_id(0);
    y[i] = weights[i] / 16.0f;
}
