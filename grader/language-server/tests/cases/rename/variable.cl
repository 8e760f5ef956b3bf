// to width
#define FIRST a[w]
kernel void k(global int *a, int w) {
    int wide = <|>w;
    { int w = 2; a[w] = wide; }
    a[0] = FIRST + w;
}
