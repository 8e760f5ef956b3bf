#define TILE 16
typedef struct { float x, y; } Point;
struct Body { Point at; float mass; };
enum Mode { FAST, SLOW };
constant float table[2] = {1, 2};
float add(float a, float b);
float add(float a, float b) {
    float sum = a + b;
    return sum;
}
kernel void k(global Point *p) { p[0].x = add(p[0].y, table[1]); }
