#ifdfe X
#define A
#elif 1
#else
#endif
#if 1
#else
#else
#elif 1
#endif extra
#if
#endif
#if 1 +
#endif
#if (1
#endif
#if 1)
#endif
#if 1 2
#endif
#if 1 / 0
#elif 5 % (1 - 1)
#endif
#if 1.0 > 0
#endif
#if "a"
#endif
#if 1 ? 2
#endif
#if 1 : 2
#endif
#if 099
#endif
#if 0x
#endif
#if 999999999999999999999999999999999999999
#endif
#if undefined_macro(1)
#endif
#if '' == 1
#endif
#if 1 = 1
#endif
#if defined
#endif
#if defined(A
#endif
#ifdef
#endif
#ifdef 5
#endif
#error this is wrong
#warning this is odd
# ( nothing
#line
#line 0x5
#include
#include foo
#include ""
@ ` a # b ## c
"unterminated
'x
“smart” – dash
