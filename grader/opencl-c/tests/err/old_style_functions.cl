// Parameters without a type, and types without a parameter.
int f(a, b) int a; { return a; }
int g(a) int a; int c; { return a; }
int h(a, b) int a; int b; return a;
__kernel void k(__global int *p) { p[0] = 1; }
