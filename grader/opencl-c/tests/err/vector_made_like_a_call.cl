__kernel void f(__global float4 *a) {
    a[0] = float4(1.0f, 2.0f, 3.0f, 4.0f);
    a[1] = (float4)(1.0f, 2.0f, 3.0f, 4.0f).xyzw;
    int n = int(2.5f);
}
