// A cast converts as the assignment does.
// global: 4
// buffer: light float 4 iota read
// buffer: pixel uchar 4 uninit write
// value: gain float 2
kernel void expose(global const float *light, global uchar *pixel, float gain)
{
    size_t i = get_global_id(0);
    pixel[i] = (uchar)(light[i] * gain); //~
}
