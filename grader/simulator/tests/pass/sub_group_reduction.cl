// A reduction by shuffles downwards: what the upper lanes hold at the end is never used.
// global: 8
// local: 8
// sub-group-size: 8
// buffer: x float 8 iota read
// buffer: y float 1 zeros
kernel void k(global const float *x, global float *y)
{
    float sum = x[get_global_id(0)];
    for (uint step = get_sub_group_size() / 2; step > 0; step /= 2) sum += sub_group_shuffle_down(sum, step);
    if (get_sub_group_local_id() == 0) y[get_sub_group_id()] = sum;
}
