#define YES 1
#define NO 0
#define EMPTY
#define FUNC(x) (x)
#if YES && !NO
1
#endif
#if 0
#error not here
#elif 1
2
#else
#error not here
#endif
#ifdef EMPTY
3
#endif
#ifndef UNKNOWN
4
#endif
#if defined YES && defined(EMPTY) && !defined ( UNKNOWN ) && defined FUNC
5
#endif
#if UNKNOWN == 0 && -1 < 0 && (-1 > 0u) && 3 / 2 == 1 && -7 % 3 == -1 && (2 ? 3 : 4) == 3
6
#endif
#if (1 || 1 / 0) && !(0 && 1 / 0) && (1 ? 2 : 1 / 0) && (0 ? 1 / 0 : 2)
7
#endif
#if 'a' == 97 && '\n' == 10 && '\x41' == 'A' && '\101' == 'A' && 'ab' == 24930 && '\377' < 0
8
#endif
#if 0x7fffffffffffffff + 1 > 0 && 1 << 64 && (1 << 127) < 0 && 0b101 == 5 && 010 == 8 && ~0u > 0xffffffffffffffff
9
#endif
#if 1 << 3 == 8 && -8 >> 1 == -4 && (1, 2) == 2 && 1 ? 0 ? 5 : 6 : 7
10
#endif
#if FUNC(YES) == 1 && FUNC((1, 2)) == 2
11
#endif
#define IS_SET (defined(YES) && YES)
#if IS_SET
12
#endif
#if 0
 #if 1
  no
 #else
  no
 #endif
 don't "/* 'worry
 # if nonsense ( (
 # endif
 #else
13
#endif
#if 1
14
#else
#if
#elif
#endif
#endif
#if 0
#elif 0
#elif YES
15
#elif 1 / 0
#endif
#if __OPENCL_VERSION__ >= 120 && __OPENCL_C_VERSION__ == CL_VERSION_1_2 && defined(__ENDIAN_LITTLE__)
16
#endif
#ifdef cl_khr_fp64
17
#endif
#if 2 || 3 == 3 && 0
18
#endif
#if -1 == 0xffffffffffffffffffffffffffffffffu && 8 >> -1 == 0 && 1 << 1000 == 0 && -5 >> 1000 == -1 && true
19
#endif
#if (0x7fffffffffffffff * 4) > 0 && 5 - 3 - 1 == 1 && 2 + 3 * 4 == 14 && (6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 2) == 4
20
#endif
