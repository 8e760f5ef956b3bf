// std: CL2.0
// global: 4
// local: 4
// image: x 2d R FLOAT 4x2 iota
kernel void k(read_write image2d_t x)
{
    int i = get_global_id(0);
    write_imagef(x, (int2)(i, 0), (float4)(1));
    float4 below = read_imagef(x, (int2)(i, 1));
    write_imagef(x, (int2)(i, 1), below + 1);
}
