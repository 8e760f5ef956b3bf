#define debug(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test):\
 printf(__VA_ARGS__))
debug("Flag");
debug("X = %d\n", x);
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
debug();

#define comma(format, ...) printf(format, ## __VA_ARGS__)
comma("a") comma("a",) comma("a", 1) comma("a", 1, 2)
#define only(...) f(0, ## __VA_ARGS__)
only() only(1) only(1, 2)
#define named(format, args...) printf(format, ## args)
named("a") named("a",) named("a", 1, 2)
#define all(args...) [args] #args
all() all(1) all(1, (2, 3), 4)
#define x expanded
comma("a", x, x)
#define count(...) count_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define count_(a, b, c, d, e, n, ...) n
count(p) count(p, q) count(p, q, r, s)
