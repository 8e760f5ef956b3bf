// std: CL3.0
// global: 4
// local: 4
// image: x 2d R UNSIGNED_INT32 4x1 iota
kernel void k(read_write image2d_t x)
{
    int2 at = (int2)(get_global_id(0), 0);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    write_imageui(x, at, read_imageui(x, at) + 1u);
    write_imageui(x, at, read_imageui(x, at) * 2u); //~
}
