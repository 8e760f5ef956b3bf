// A block read: each work-item of a sub-group gets the elements its index and multiples of 32 from the pointer.
// std: CL2.0
// global: 64
// local: 64
// buffer: in uint 128 iota
// buffer: out uint 128 zeros
// buffer: shorts ushort 64 zeros
kernel void k(global const uint *in, global uint *out, global ushort *shorts)
{
    local uint near[64];
    uint2 two = intel_sub_group_block_read2(in + 64 * get_sub_group_id());
    intel_sub_group_block_write2(out + 64 * get_sub_group_id(), two.yx * 10);
    near[63 - get_local_id(0)] = two.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint one = intel_sub_group_block_read(near + 32 * get_sub_group_id());
    intel_sub_group_block_write_us(shorts + 32 * get_sub_group_id(), (ushort)one);
}
