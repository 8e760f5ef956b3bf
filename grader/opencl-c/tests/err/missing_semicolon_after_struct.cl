typedef struct { float x, y; } point;
struct pair {
    int a, b;
}
__kernel void use(__global point *p) { p[0].x = 1; }
