// global: 512
// local: 64
// buffer: raw float 3 values 1 2 3 read
// buffer: x float 512 iota
typedef struct {
    float gain;
    float offset;
    float limit;
} settings;
kernel void amplify(global const float *raw, //~
                    global float *x)
{
    global const settings *s = (global const settings *)raw;
    int i = get_global_id(0);
    x[i] = fmin(x[i] * s->gain + s->offset, s->limit);
}
