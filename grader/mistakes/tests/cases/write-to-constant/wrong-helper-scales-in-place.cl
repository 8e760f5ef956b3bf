// global: 2
// local: 2
// buffer: filter float 3 iota read
// buffer: y float 2 uninit write
void scale(constant float *filter, float by)
{
    for (int k = 0; k < 3; ++k)
        filter[k] *= by; //~
}

kernel void apply(constant float *filter, global float *y)
{
    scale(filter, 0.5f);
    y[get_global_id(0)] = filter[0] + filter[1] + filter[2];
}
