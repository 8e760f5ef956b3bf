// global: 4
// local: 4
// buffer: x int 16 iota
// buffer: out int 64 zeros
typedef struct {
    global int *at;
    global int *row[2];
} holder;

int next_of(global int **at, int n) { return *(*at += n); }
global int *later(global int *at, int n) { return at += n; }

kernel void stored(global int *x, global int *out)
{
    int i = get_global_id(0);
    global int *mine = out + i * 16;
    global int *p = x + i, *q, *end = x + 15;
    *mine++ = *(p += 2);
    *mine++ = (p -= 1)[0];
    q = p += 2;
    *mine++ = *q;
    int sum = 0;
    while ((p += 3) < end)
        sum += *p;
    *mine++ = sum;
    *mine++ = (p = q) == q ? *(p -= i) : -1;
    *mine++ = *((p += 1, p) + 1);
    *mine++ = *(i & 1 ? (p += 1) : (p -= 1));
    *mine++ = !(p += 0) + ((p += 1) && *p);
    *mine++ = *later(p -= 1, 1);
    *mine++ = next_of(&q, 1 - i);
    holder h = {x, {x + 1, x + 2}}, copy;
    *mine++ = *(h.at += 3) + *(h.row[i & 1] += 2);
    *mine++ = *(copy = h).at + *(copy.row[0] -= 1);
    *mine++ = *(global int *)((global char *)(p -= 1) + 4);
    *mine++ = (int)((p += 2) - x);
    int2 v = (int2)(i, 3);
    *mine++ = (v.yx += (int2)(1, 2)).x;
    char small = 100;
    *mine++ = (small += 100);
}
