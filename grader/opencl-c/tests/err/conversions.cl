// Implicit and explicit conversions that OpenCL C does not have.
struct point {
    int x, y;
};

__kernel void conversions(__global float *out, int i, float f)
{
    float4 f4 = (float4)(1.0f);
    int4 i4 = (int4)(2);
    double d = 1.0;
    struct point p = {1, 2};
    i4 = f4;
    f4 = i4 + f4;
    f4 = f4 * 2.0;
    f4 += d;
    i = i4;
    f = (float)f4;
    f4 = (float4)i4;
    i = out;
    out = i;
    p = 1;
    i = p;
    i = (int)p;
    i = f % 2;
    i = f << 1;
    i = ~f;
    i = -out;
    f = out + f;
    i = f ? 1 : 2;
    f4 = f4 ? f4 : f4;
    i4 = i4 ? d : d;
    if (f4) {
        i = 1;
    }
    i << i4;
    (void)i;
    i = 2.5f;
}
