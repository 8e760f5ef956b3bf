// global: 512
// local: 64
// buffer: records float 4096 iota
typedef struct {
    float position[3];
    float speed[3];
    float mass;
    float charge;
} particle;
kernel void heavier(global float *records)
{
    global particle *all = (global particle *)records;
    int i = get_global_id(0);
    all[i].mass *= 1.5f; //~
}
