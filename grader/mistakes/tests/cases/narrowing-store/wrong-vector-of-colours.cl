// global: 1
// buffer: colour float4 1 iota read
// buffer: pixel uchar4 1 uninit write
kernel void store(global const float4 *colour, global uchar4 *pixel)
{
    size_t i = get_global_id(0);
    pixel[i] = convert_uchar4_rte(colour[i]); //~
}
