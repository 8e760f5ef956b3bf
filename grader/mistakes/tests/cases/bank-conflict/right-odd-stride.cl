// global: 256
// local: 64
// buffer: x float 768 iota read
// buffer: y float 256 uninit write
// Three floats for each: three and 32 have no common divisor.
kernel void lengths(global const float *x, global float *y)
{
    local float part[192];
    int lid = get_local_id(0);
    int first = get_group_id(0) * 192;
    for (int k = lid; k < 192; k += 64) {
        part[k] = x[first + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float a = part[3 * lid], b = part[3 * lid + 1], c = part[3 * lid + 2];
    y[get_global_id(0)] = a * a + b * b + c * c;
}
