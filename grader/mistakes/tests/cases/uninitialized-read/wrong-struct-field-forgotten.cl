// global: 2
// local: 2
// buffer: speed float 2 uninit write
typedef struct {
    float mass;
    float momentum;
} body;

kernel void speeds(global float *speed)
{
    body b;
    b.momentum = 6.0f;
    speed[get_global_id(0)] = b.momentum / b.mass; //~
}
