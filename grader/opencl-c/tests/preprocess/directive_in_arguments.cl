#define f(a, b) <a|b>
f(1,
#if 1
  2
#else
  3
#endif
)
f(
#define two 2
two, 1)
