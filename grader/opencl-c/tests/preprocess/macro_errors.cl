#define two(a, b) a b
two(1) two(1, 2, 3) two() two((1, 2))
#define none() 0
none(1) none( ) none()
#define 5 x
#define
#define "a"
#define defined 1
#define bad(a
#define bad2(a, a) a
#define bad3(a, 5)
#define bad4(..., a)
#define bad5(a) # b
#define bad6 ## a
#define bad7(a) a ##
#undef
#undef 5
#define badpaste(a, b) a ## b
badpaste(+, 1) badpaste("a", b) badpaste(/, /) badpaste(x, .)
#define twice 1
#define twice 1
#define twice  /* the same */ 1
#define twice 2
#define same(a) a + 1
#define same(b) b + 1
#define __LINE__ 3
#undef nothing
