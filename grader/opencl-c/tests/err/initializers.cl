// Initialisers: too many values, unknown fields, values that are not constant.
struct point {
    int x, y;
};
__constant float computed = sin(1.0f);
__constant int fine = 2 + 3;
__constant int *missing_space = 0;
__constant struct point origin = {.z = 0};

__kernel void initializers(__global int *out, int i)
{
    int two[2] = {1, 2, 3};
    int far[2] = {[2] = 1};
    int back[2] = {[-1] = 1};
    int variable[4] = {[i] = 1};
    struct point p = {1, 2, 3};
    struct point q = {.yy = 1};
    struct point r = 1;
    int array[2] = 1;
    char text[2] = "abc";
    int scalar = {1, 2};
    int nothing = {};
    float4 v = {.x = 1.0f};
    float4 w = {{1.0f, 2.0f}, {3.0f, 4.0f}};
    int bad[2] = {out, out};
    __constant int late = i;
}
