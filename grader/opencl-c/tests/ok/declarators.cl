typedef int (*pointer_to_array)[3];
typedef int row[4], *pointer, matrix[2][4];
int ((twice))(int(x)) { return 2 * (x); }
float4 *shift(float4 *p, int by);
float4 *shift(float4 *const p, const int by) { return p + by; }
__kernel void f(__global int *restrict const a, int, int n) {
    int (*p)[3], *q[3], **r[2][3], ((s))[2] = { 1, 2 };
    matrix m = { { 1 }, { 2 } };
    pointer_to_array t = p = 0;
    const int *const u = s, *volatile v = u;
    q[0] = s;
    a[0] = twice(n) + m[1][0] + *u + *v + sizeof(int (*)[3]) + sizeof(t) + sizeof(int[3][2]) + (r[0][0] == 0) + *q[0];
}
