#define N 4
struct Body { float mass; };
constant float table[2] = {1, 2};
kernel void k(global const float *in, local float *tile, struct Body b) {
    float x = in[get_global_id(0)] + table[1] + b.mass;
    tile[N] = fabs(x);
}
