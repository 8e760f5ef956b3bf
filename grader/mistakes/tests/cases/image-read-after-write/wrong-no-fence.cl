// std: CL2.0
// global: 4
// local: 4
// image: x 2d R FLOAT 4x1 iota
kernel void k(read_write image2d_t x)
{
    int2 at = (int2)(get_global_id(0), 0);
    write_imagef(x, at, (float4)(2));
    float4 now = read_imagef(x, at); //~
    write_imagef(x, at, now + 1);
}
