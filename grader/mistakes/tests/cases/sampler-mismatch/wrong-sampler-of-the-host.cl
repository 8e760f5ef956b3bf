// global: 4
// local: 4
// image: x 1d R FLOAT 4 iota read
// sampler: s normalized clamp nearest
// buffer: y float 4 uninit write
float at(read_only image1d_t x, sampler_t s, int i)
{
    return read_imagef(x, s, i).x; //~
}
kernel void k(read_only image1d_t x, sampler_t s, global float *y)
{
    y[get_global_id(0)] = at(x, s, get_global_id(0));
}
