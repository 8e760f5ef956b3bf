// global: 2
// local: 2
// buffer: y float 2 uninit write
typedef struct {
    float step;
    float time;
} settings;

constant settings start = {0.5f, 0.0f};

kernel void advance(global float *y)
{
    settings run = start;
    run.time += run.step;
    y[get_global_id(0)] = run.time;
}
