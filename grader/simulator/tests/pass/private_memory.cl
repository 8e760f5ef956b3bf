// global: 16
// local: 16
// buffer: out int 16 uninit
// buffer: raw uchar 64 uninit
typedef struct { char tag; short s; int v[3]; union { float f; uchar b[4]; } u; } T;
typedef struct __attribute__((packed)) { char a; int b; long c; } P;
T make(int i) { T t = { .tag = 'x', .v = {i, i + 1} }; t.s = -i; t.u.f = i * 0.5f; return t; }
constant int tab[2][3] = {{1,2,3},{4,5,6}};
constant char text[] = "hello";
kernel void m(global int *out, global uchar *raw) {
    int i = get_global_id(0);
    T ts[3];
    ts[0] = make(i); ts[1] = i % 2 ? ts[0] : make(7); ts[2] = ts[i % 2];
    ts[2].v[i % 3] += 100;
    T *p = &ts[i % 3];
    int *q = p->v, **qq = &q;
    (*qq)++;
    int grid[2][4] = {{1, 2}, {3}};
    grid[i & 1][i & 3] += i;
    int *flat = &grid[0][0];
    int sum = 0;
    for (int k = 0; k < 8; k++) sum = sum * 3 + flat[k];
    char name[8] = "abc";
    name[3] = text[i % 5];
    P pk; pk.a = 1; pk.b = i; pk.c = -i;
    P pk2 = pk; pk2.b *= 2;
    int *alias = i > 8 ? &grid[1][1] : flat;
    *alias = 77;
    const int2 lit = ((int2[]){(int2)(1, i), (int2)(i, 2)})[i & 1];
    out[i] = *q + sum + ts[2].v[0] + ts[1].u.b[2] + p->s + name[3] + name[2] + pk2.b + (int)pk2.c
           + tab[i & 1][i % 3] + grid[0][0] + grid[1][1] + lit.x * 5 + lit.y + sizeof(T) + sizeof(P) + (int)(q - p->v);
    for (int k = 0; k < 4; k++) raw[i * 4 + k] = ((uchar *)&sum)[k];
}
