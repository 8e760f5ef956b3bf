// std: CL2.0
// global: 4
// local: 4
// image: x 2d R FLOAT 4x1 iota
// buffer: y float 4 uninit write
kernel void k(read_write image2d_t x, global float *y)
{
    int i = get_global_id(0);
    write_imagef(x, (int2)(i, 0), (float4)(i));
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = read_imagef(x, (int2)(i, 0)).x; //~
}
