// global: 4
// local: 2
// buffer: x float 8 iota
// value: size uint 8
kernel void clear(global float *x, uint size)
{
    size_t gid = get_global_id(0);
    float zero = 0.0f * gid;
    for (uint k = 0; k < size; ++k) { //~
        x[k] = zero;
    }
}
