// global: 2
// local: 2
// bytes: unused 00000000
// buffer: y float 2 uninit write
typedef struct {
    float step;
    float time;
} settings;

constant settings run = {0.1f, 0.0f};

kernel void advance(int unused, global float *y)
{
    run.time += run.step; //~
    y[get_global_id(0)] = run.time;
}
