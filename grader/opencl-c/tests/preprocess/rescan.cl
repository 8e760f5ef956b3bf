// a macro is not expanded within itself
#define a a + b
#define b b - a
a; b;
#define f(x) x + f(x)
f(1); f(f(2));
// unless its name comes out and meets arguments outside
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
// a painted name stays so
#define foo foo bar
#define call(x) x
call(foo) call(call(foo))
// a function-like macro without arguments is left alone
#define g(x) [x]
g g (1) g
(2) (g)(3) g /* c */ (4)
#define h g
h(5) h (6) h
// recursion by deferral
#define EMPTY()
#define DEFER(id) id EMPTY()
#define EXPAND(...) __VA_ARGS__
#define A() 123
DEFER(A)() EXPAND(DEFER(A)())
// nested
#define max(p, q) ((p) > (q) ? (p) : (q))
max(max(1, 2), max(3, max(4, 5)))
// commas in parentheses, brackets do not protect
#define two(p, q) {p}{q}
two((1, 2), 3) two([1, 2])
// a keyword may be a macro
#define float double
#define global __global
global float *p;
