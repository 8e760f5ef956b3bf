typedef struct {
    float x, y;
} float2;
typedef float uint3;
typedef unsigned int uint;
typedef float4 float4;
typedef unsigned int size_t;
float double3(float x) {
    return x;
}
__constant int uchar2 = 1;
struct float8 {
    int x;
};
kernel void inner_scopes_may(global float *out) {
    float half2 = 1, float16 = 2;
    typedef int ushort;
    ushort one = 1;
    out[0] = half2 + float16 + one;
}
