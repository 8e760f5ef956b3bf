#define f(x) x
a f(1
b
