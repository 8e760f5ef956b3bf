struct empty_tag; typedef struct empty_tag *opaque;
struct point { int x, y; };
struct rect { struct point lo, hi; enum { OUTLINE, FILLED } style; };
typedef union { float f; uint u; struct { ushort lo, hi; }; uchar bytes[4]; } bits __attribute__((aligned(8)));
typedef struct { char a; int b; short c[3]; double d; } __attribute__((packed)) packed_record;
typedef struct node { struct node *next; int value; } node;
typedef struct { union { struct { float r, g, b, a; }; float4 v; float array[4]; }; int tag; } colour;
typedef struct { int kind; union { int i; float f; struct point p; } as; } variant;
typedef int int_array[4]; typedef int_array matrix[4]; typedef __global int *gptr; typedef const __constant float *table_ptr;
enum flags { NONE = 0, A = 1 << 0, B = 1 << 1, C = A | B, D = sizeof(struct point), E = -1, F };
_Static_assert(sizeof(bits) == 4, "an alignment of the typedef is no size");
_Static_assert(sizeof(packed_record) == 19, "packed");
__constant struct point corners[] = { { 0, 0 }, { .x = 1 }, { .y = 1, .x = 1 }, [5] = { 7, 8 } };
__constant int sparse[10] = { [2] = 5, 6, [8] = 9 }, grid[][3] = { { 1 }, { 2, 3 }, 4, 5, 6 };
__constant char text[] = "ab" "cd", name[8] = "kernel";
__constant float4 vectors[2] = { (float4)(1, 2, 3, 4), { 5, 6, 7, 8 } };
__constant struct rect unit = { .lo = { 0, 0 }, .hi.x = 1, .hi.y = 1, .style = FILLED };
int area(struct rect r) { return (r.hi.x - r.lo.x) * (r.hi.y - r.lo.y); }
struct rect grow(struct rect r, int by) { r.lo.x -= by, r.lo.y -= by; r.hi = (struct point){ r.hi.x + by, r.hi.y + by }; return r; }
int sum_list(const node *n) { int s = 0; for (; n; n = n->next) s += n->value; return s; }
float value(variant v) { switch (v.kind) { case 0: return v.as.i; case 1: return v.as.f; case 2: return v.as.p.x + v.as.p.y; } return NAN; }
kernel void records(global int *out, global packed_record *records, global struct rect *rects, global bits *b, const colour c, gptr p, table_ptr t) {
  node third = { 0, 3 }, second = { &third, 2 }, first = { .next = &second, .value = 1 };
  matrix m = { { 1, 2, 3, 4 }, { 5 } }; int (*row)[4] = m; int *cells[4] = { m[0], m[1], *(m + 2), &m[3][0] };
  int g = get_global_id(0); bits x; x.f = 1.0f; x.hi ^= 0x8000; b[g] = x; records[g].d = x.f + records[g].c[1];
  rects[g] = grow(unit, 2); out[g] = area(rects[g]) + sum_list(&first) + row[1][0] + cells[0][3] + corners[5].y + sparse[3] + text[2] + (int)c.v.x + c.tag;
  const variant vs[] = { { 0, { 1 } }, { 1, { .f = 2.5f } }, { .kind = 2, .as.p = { 3, 4 } } };
  for (uint i = 0; i < sizeof vs / sizeof *vs; i++) *p += value(vs[i]) + t[i];
  struct local_only { int q; } lo = { g }; { struct local_only { float q; } inner = { 2 }; out[1] = inner.q; } out[2] = lo.q;
  enum flags f = C; f |= (enum flags)A; out[3] = f == C ? E : F; out[4] = ((struct point){ .y = 3 }).y; out[5] = (int[]){ 1, 2, 3 }[g & 1];
  out[6] = __builtin_offsetof(struct rect, hi.y);
}
