// to sin
kernel void k(global int *o, int <|>n) { o[0] = n; }
