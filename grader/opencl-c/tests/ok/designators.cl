struct inner { int a, b[3]; };
struct outer { struct inner i[2]; float4 v; union { int n; float f; }; };
__constant struct outer table[] = { [1] = { .i[1].b[2] = 3, .v = (float4)(1), .f = 2.0f }, { { { 1, { 2, 3 } } } } };
__constant int ranges[8] = { [0 ... 3] = 1, [5] = 2, 3 };
__kernel void f(__global int *a) {
    struct inner local_one = { .b = { [1] = 2 }, .a = 1 };
    int square[][2] = { 1, 2, { 3 }, };
    a[0] = local_one.b[1] + table[1].i[1].b[2] + ranges[2] + square[1][0] + (int)sizeof(square);
}
