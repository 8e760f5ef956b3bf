// global: 512
// local: 64
// buffer: first float 4 iota read
// buffer: x float 512 iota
kernel void begin(global const float *first, global float *x)
{
    int i = get_global_id(0);
    if (i == 0) {
        x[0] = first[0] + first[1] + first[2] + first[3];
    } else {
        x[i] *= 2.0f;
    }
}
