// Initialisers with designators, without inner braces, of strings and vectors.
struct pair {
    int x, y;
};
struct nest {
    struct pair p[2];
    float4 v;
    union {
        int i;
        float f;
    } u;
    char name[4];
};

__constant int dirs[4][2] = {1, 0, 0, 1, -1, 0, 0, -1};
__constant struct nest table[] = {
    {{{1, 2}, {3, 4}}, (float4)(1, 2, 3, 4), {5}, "abc"},
    [2] = {.v = {4, 3, 2, 1}, .u.f = 1.5f, .p[1].y = 7, 2.0f},
};
__constant float third = 1.0f / 3, twice_pi = M_PI_F * 2;
__constant uint mask = ~0u << 4 & 0xffff;
__constant char message[] = "hello";
__constant char *__constant pointer = message + 1;
__constant float4 corners[] = {(float4)(0), (float4)((float2)(1, 2), 3, 4), {1, 2, 3, 4}};

__kernel void initializers(__global int *out)
{
    int all[2][3] = {{1, 2, 3}, {4, 5, 6}}, flat[2][3] = {1, 2, 3, 4}, ranged[8] = {[1 ... 6] = 9};
    struct pair p = {.y = 1}, q[] = {[1].x = 3, 4, 5}, r = (struct pair){6, 7};
    struct nest n = {1, 2, 3, 4, (float4)(5), 6, "ab"};
    char text[8] = {"text"}, letters[3] = {'a', 'b', 'c'};
    float4 vectors[2] = {(float4)(1, 2, 3, 4)};
    float2 splat = 2;
    const int size = 4;
    int sized[size];
    sized[0] = sizeof(q) / sizeof(q[0]);
    out[0] = all[1][2] + flat[1][0] + ranged[6] + p.y + q[1].y + r.x + n.p[1].y + text[3];
    out[1] = letters[2] + (int)vectors[0].w + sized[0] + (int)splat.y + n.name[1];
    out[2] = dirs[3][1] + table[2].p[1].y + (int)(third * 100) + (int)mask + pointer[2];
    out[3] = (int)corners[1].z + (int)twice_pi + n.u.i;
}
