// Blocks that a sub-group of Intel's extension reads and writes.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

kernel void blocks(global const uint *words, global uint *out, global ushort *shorts, global uchar *bytes, local uint *near)
{
    uint one = intel_sub_group_block_read(words);
    uint4 four = intel_sub_group_block_read4(words + 32);
    ushort8 eight = intel_sub_group_block_read_us8(shorts);
    uchar16 sixteen = intel_sub_group_block_read_uc16((const global uchar *)words);
    near[get_local_id(0)] = one;
    barrier(CLK_LOCAL_MEM_FENCE);
    one += intel_sub_group_block_read_ui(near);
    intel_sub_group_block_write(out, one);
    intel_sub_group_block_write_ui4(out + 32, four);
    intel_sub_group_block_write_us8(shorts, eight);
    intel_sub_group_block_write_uc16(bytes, sixteen);
}
