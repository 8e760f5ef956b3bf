// Empty braces make a vector zero, as they make an array or a struct.
struct body {
    float4 place;
    int mass;
};

kernel void zeros(global float4 *out) {
    float4 vector = {};
    float4 some[2] = {{}, (float4)(1)};
    struct body one = {{}, 3};
    struct body other = {};
    out[0] = vector + some[1] + one.place + other.place + (float4){};
}
