kernel void k(float *y)
{
    y[get_global_id(0)] = 1.0f;
}
