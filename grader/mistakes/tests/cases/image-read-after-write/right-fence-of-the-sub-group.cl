// std: CL3.0
// global: 4
// local: 4
// image: x 2d R FLOAT 4x1 iota
kernel void k(read_write image2d_t x)
{
    int2 at = (int2)(get_global_id(0), 0);
    write_imagef(x, at, (float4)(1));
    sub_group_barrier(CLK_IMAGE_MEM_FENCE);
    write_imagef(x, at, read_imagef(x, at) + 1);
}
