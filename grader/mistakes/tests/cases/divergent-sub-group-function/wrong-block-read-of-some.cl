// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x uint 16 iota read
// buffer: y uint 16 zeros
kernel void read(global const uint *x, global uint *y) {
    int i = get_global_id(0);
    if (i < 3)
        y[i] = intel_sub_group_block_read(x); //~
}
