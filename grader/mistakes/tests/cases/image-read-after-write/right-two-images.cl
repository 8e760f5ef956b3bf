// std: CL2.0
// global: 4
// local: 4
// image: x 2d R FLOAT 4x1 iota
// image: y 2d R FLOAT 4x1 iota
kernel void k(read_write image2d_t x, read_write image2d_t y)
{
    int2 at = (int2)(get_global_id(0), 0);
    write_imagef(x, at, (float4)(1));
    write_imagef(y, at, read_imagef(y, at) + 1);
}
