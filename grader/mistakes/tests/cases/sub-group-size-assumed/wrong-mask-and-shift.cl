// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 2 zeros
kernel void k(global const int *x, global int *y)
{
    const uint lane = get_local_id(0) & 31; //~
    const uint warp = get_local_id(0) >> 5;
    int sum = x[get_local_id(0)];
    for (uint far = 16; far > 0; far /= 2) {
        sum += sub_group_shuffle_xor(sum, far);
    }
    if (lane == 0) y[warp] = sum;
}
