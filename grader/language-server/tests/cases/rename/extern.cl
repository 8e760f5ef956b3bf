// to D
extern constant int C;
constant int <|>C = 1;
kernel void k(global int *o) { o[0] = C; }
