// global: 4
// local: 4
// image: x 2d RG UNSIGNED_INT16 4x1 iota read
// buffer: y float 4 uninit write
kernel void k(read_only image2d_t x, global float *y)
{
    int i = get_global_id(0);
    y[i] = read_imageui(x, (int2)(i, 0)).x;
}
