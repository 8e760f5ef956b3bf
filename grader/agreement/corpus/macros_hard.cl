#define EMPTY
#define DEFER(x) x EMPTY
#define EVAL(...) EVAL1(EVAL1(EVAL1(__VA_ARGS__)))
#define EVAL1(...) EVAL2(EVAL2(EVAL2(__VA_ARGS__)))
#define EVAL2(...) __VA_ARGS__
#define CAT(a, ...) PRIMITIVE_CAT(a, __VA_ARGS__)
#define PRIMITIVE_CAT(a, ...) a##__VA_ARGS__
#define NARGS(...) NARGS_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define NARGS_(_1, _2, _3, _4, _5, _6, _7, _8, N, ...) N
#define MAP_1(f, x) f(x)
#define MAP_2(f, x, ...) f(x) MAP_1(f, __VA_ARGS__)
#define MAP_3(f, x, ...) f(x) MAP_2(f, __VA_ARGS__)
#define MAP_4(f, x, ...) f(x) MAP_3(f, __VA_ARGS__)
#define MAP(f, ...) CAT(MAP_, NARGS(__VA_ARGS__))(f, __VA_ARGS__)
#define REPEAT_2(n, m) m(n) m(n + 1)
#define REPEAT_4(n, m) REPEAT_2(n, m) REPEAT_2(n + 2, m)
#define REPEAT_8(n, m) REPEAT_4(n, m) REPEAT_4(n + 4, m)
#define REPEAT_16(n, m) REPEAT_8(n, m) REPEAT_8(n + 8, m)
#define REPEAT_32(n, m) REPEAT_16(n, m) REPEAT_16(n + 16, m)
#define REPEAT_64(n, m) REPEAT_32(n, m) REPEAT_32(n + 32, m)
#define REPEAT_128(n, m) REPEAT_64(n, m) REPEAT_64(n + 64, m)
#define REPEAT_256(n, m) REPEAT_128(n, m) REPEAT_128(n + 128, m)
#define STR(x) #x
#define XSTR(x) STR(x)
#define LPAREN (
#define F(x) ((x) + 1)
#define G F
#define f(a) a*g
#define g(a) f(a)
#define DECLARE(T) T CAT(var_, T) = (T)__LINE__;
#define LOG(fmt, ...) printf("%s:%d: " fmt "\n", __FILE__, __LINE__, ##__VA_ARGS__)
#define ASSERT(x) do { if (!(x)) LOG("failed: %s", #x); } while (0)
#define SWITCH_TYPE(x) _Generic((x), int: 1, float: 2, default: 3)
#if defined(__OPENCL_VERSION__) && (__OPENCL_C_VERSION__ >= 120) && !(defined FOO || 0) && CL_VERSION_1_2 > CL_VERSION_1_0
#define GOOD 1
#elif this is not even an expression
#else
#error "never"
#endif
#if 1 ? 2 : (1 / 0)
#endif
#if (-1 < 0u) || ('a' != 97) || 0x10 != 16 || 010 != 8 || ~0 != -1
#error arithmetic
#endif
#ifndef __ENDIAN_LITTLE__
#error endian
#endif
#define STEP_LINE(i) acc = mad24(acc, 3, (i) * 7 + in[(i) & 15]);
#define MULTI(a, \
              b, /* comment
 over lines */ c) \
  (a + b \
   + c)
__constant char banner[] = "line " XSTR(__LINE__) " " XSTR(MAP(F, 1, 2, 3)) STR("quoted \n" 'c' \t);
%:define DIGRAPH(x) <:x:>
__kernel void expand(__global int *out, __global const int *in) <%
  int acc = 0, z = 2;
  REPEAT_256(0, STEP_LINE)
  MAP(DECLARE, int, float, uint, short)
  out DIGRAPH(0) = acc + EVAL(F LPAREN 3)) + G(4) + EVAL(F(F(1))) + var_int + (int)var_float + MULTI(1, 2, 3) + GOOD + NARGS(a, b, c) + SWITCH_TYPE(acc);
#define g 2
  out[1] = f(3) + sizeof(STR(abc)) + __COUNTER__;
  ASSERT(acc > 0 && "text"); LOG("plain"); LOG("with %d and %f", acc, 1.0f);
  out[2] = - -z + + +z - ~ ~z; out[3] = z+++z; out[4] = z - --z; out[5] = 1.e3f+.5F+0x1p3F; out[6] = 1?2:3;
%>
