typedef float (*row_t)[8];
typedef __local float *local_ptr;
typedef struct { __global float *data; uint n; __constant int *table; } view;
__constant int data[4] = { 1, 2, 3, 4 };
__constant int *constant_pointer(int i) { return data + i; }
__global float *advance(__global float *p, ptrdiff_t by) { return p + by; }
__local int *at_local(__local int *base, size_t i) { return &base[i]; }
float sum_private(const float *p, int n) { float s = 0; const float *const end = p + n; while (p < end) s += *p++; return s; }
float sum_global(__global const float *p, int n) { float s = 0; for (__global const float *q = p; q - p < n; ++q) s += *q; return s; }
void swap_private(int *restrict a, int *restrict b) { int t = *a; *a = *b; *b = t; }
void fill(float m[][8], int rows, row_t from) { for (int r = 0; r < rows; r++) for (int c = 0; c < 8; c++) m[r][c] = from[r][c]; }
float view_get(const view *v, uint i) { return i < v->n ? v->data[i] * v->table[i & 3] : 0; }
void out_params(int a, int *b, float4 *c, __global int *d, __local float *e, __constant int *f) { *b = a; (*c).x = *b; c->y = *f; *d = (int)e[0]; }
uintptr_t address(__global void *p) { return (uintptr_t)p; }
kernel void spaces(global float *restrict g, global int *gi, local float *l, constant float4 *c, global const uchar *bytes, global float (*matrix)[4], const global float *const unused) {
  float p[8] = { 0 }, m[4][8], (*rows)[8] = m, *pp = p, **ppp = &pp; local int shared[16]; local float tile[4][4]; int a = 1, b = 2; float4 v = c[0];
  view w = { g, 8, data }; const view *pw = &w; private int *q = &a;
  swap_private(&a, &b); fill(m, 4, rows); out_params(3, q, &v, gi, l, data);
  *advance(g, 2) = sum_private(p, 8) + sum_global(g, 4) + view_get(pw, 1) + **ppp + (*ppp)[1] + *constant_pointer(1);
  *at_local(shared, 3) = (int)(&p[4] - p) + (pp != 0) + !pp + (pp == &p[0]) + (q > (private int *)0);
  local float *row = tile[1]; row[2] = tile[0][0]; local float (*t)[4] = &tile[2]; (*t)[3] = 1; matrix[1][2] = t[0][3];
  global const uint *words = (global const uint *)bytes; global float4 *g4 = (global float4 *)g; g4[1] = vload4(0, g) + v; ((global float2 *)g4)->x = as_float(words[1]);
  g[7] = *(global float *)((global char *)g + 4) + ((local_ptr)l)[1]; g[8] = (float)address(gi) + (g == NULL) + (gi ? 1 : 0); l = row; g = 1 + g; g -= 1; 2[g] = g[2];
  const char *text = 0; (void)text; pp = a ? p : m[0]; pp = b ? pp : 0; *pp++ += 1; (*pp)++; ++*pp; *++pp = -*pp; pp[-1] = sizeof(*pp) + sizeof p + sizeof(p[0]) + sizeof(float[3]) + sizeof pp;
}
