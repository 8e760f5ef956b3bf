// to a
#define <|>N 4
#define F(a) ((a) + N)
kernel void k(global int *o) { o[0] = F(10); }
