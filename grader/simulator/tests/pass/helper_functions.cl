// global: 32
// local: 32
// buffer: out float 32 uninit
float walk(float x, int n) {
    for (int i = 0; i < n; i++) {
        if (x > 40.0f) return x;
        if (i == 5) { x += 3; if (n > 20) return -x; }
        x = x * 1.25f + i;
    }
    return x * 0.5f;
}
float twice(float x) { float y = walk(x, 3); return walk(y, (int)x); }
void both(float *a, float *b, int swap) { if (swap) { float t = *a; *a = *b; *b = t; return; } *a += 1; }
float2 pairup(float a, float b) { if (a > b) return (float2)(b, a); return (float2)(a, b); }
kernel void h(global float *out) {
    int i = get_global_id(0);
    float a = i, b = 31 - i;
    both(&a, &b, i & 1);
    float2 p = pairup(twice(a), b);
    p.y += (i > 3 && walk(p.x, 2) > 10.0f) || i == 30 ? walk(1, i) : 2.0f;
    out[i] = p.x + p.y * 3;
}
