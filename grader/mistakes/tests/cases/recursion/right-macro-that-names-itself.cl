// global: 2
// local: 2
// buffer: y float 2 uninit write
#define sqrt(x) sqrt((float)(x))

kernel void roots(global float *y)
{
    y[get_global_id(0)] = sqrt(get_global_id(0) + 4);
}
