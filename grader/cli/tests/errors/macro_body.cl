#define WIDTH widht
#define INDEX (get_global_id(1) * WIDTH + get_global_id(0))

kernel void k(global float *y, int width)
{
    y[INDEX] = 1.0f;
}
