#define AT(x, y) in[(y) * 16 + (x)]
// Adds.
float add(global const float *a, float b);
float add(global const float *a, float b) { return a[0] + b; }
kernel void k(global const float *in, global int *out) {
    add(in, <|>
    float f = clamp(in[0], <|>0.0f, 1.0f) + AT(1, <|>2);
    async_work_group_copy(in, <|>
    vload4(<|>
    atomic_add(out, add(in, 1)<|>);
    if (<|>
}
