// global: 4
// local: 4
// image: y 2d R SIGNED_INT32 4x1 uninit write
kernel void k(write_only image2d_t y)
{
    int i = get_global_id(0);
    write_imagei(y, (int2)(i, 0), (int4)(i));
}
