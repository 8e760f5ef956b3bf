#include "bod<|>y.h"
#define AT(i) a[i]
typedef struct { float x; } Point;
float twice(float v);
kernel void k(global Poin<|>t *a, global struct Bod<|>y *b) {
    Point p = A<|>T(0);
    a[1].<|>x = twi<|>ce(p.x) + b[0].ma<|>ss + <|>G;
    goto end;
en<|>d:;
}
float twice(float v) { return 2 * v; }
