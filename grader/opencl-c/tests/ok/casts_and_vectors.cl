__kernel void f(__global float4 *v, __global int *a, int n) {
    float4 x = (float4)(1, 2, 3, 4), y = (float4)(n), z = (float4)((float2)(1, 2), (float2)n);
    x = (float4)(1.0f) * -(float4)(2);
    a[0] = (int)(char)-1 + (int)((float4)(1, 2, 3, 4)).w + (n)-1 + (n)*2 + (int)+2;
    a[1] = sizeof(float4) + sizeof x + sizeof(x) * 2 + sizeof(a[0]) + sizeof -n;
    a[2] = ((int4)(1, 2, 3, 4)).s3 + ((int4){ 5, 6, 7, 8 }).x + (int){ 9 };
    v[0] = x + y.xxyy + (float4)(z.lo, z.hi) + (float4)((float3)(1), 2);
}
