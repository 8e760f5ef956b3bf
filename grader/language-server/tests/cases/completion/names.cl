#define TILE 16
typedef struct { float4 place; struct { float mass; }; } Body;
constant float table[4] = {1, 2, 3, 4};
float total(float a) { return a; }
kernel void k(global Body *bodies, local float *tile, float4 tint) {
    { float hidden = 1; }
    float those = 1;
    t<|>
    float later = get_gl<|>
    barrier(<|>
    bodies[get_global_id(0)].<|>;
    tint.<|> = 1;
    float4 q = tint.<|>;
    threadI<|>
    int j = threadIdx.<|>
    global u<|>
    work_group_<|>
    // a comment t<|>
    float there = bodies-><|>;
}
kernel void other(int m) { h<|> }
