// global: 4
// local: 4
// image: y 2d R UNSIGNED_INT32 2x1 zeros write
kernel void marks(write_only image2d_t y)
{
    uint i = get_global_id(0);
    write_imageui(y, (int2)(0, 0), (uint4)(i));
    write_imageui(y, (int2)(i % 2, 0), (uint4)(7));
}
