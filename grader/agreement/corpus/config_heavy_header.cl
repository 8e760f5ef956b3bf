/* A file that is mostly configuration: vendors, limits, feature tests, fallbacks. */
#if defined(__NV_CL_C_VERSION)
#define VENDOR_NVIDIA 1
#elif defined(__AMD__) || defined(__Tahiti__)
#define VENDOR_AMD 1
#elif defined(__INTEL__)
# define VENDOR_INTEL 1
#else
# define VENDOR_OTHER 1
#endif
#ifdef VENDOR_NVIDIA
#pragma OPENCL EXTENSION cl_nv_compiler_options : enable
#endif
#ifdef cl_khr_fp64
#	pragma OPENCL EXTENSION cl_khr_fp64 : enable
#	define HAVE_DOUBLE
#elif defined(cl_amd_fp64)
#	pragma OPENCL EXTENSION cl_amd_fp64 : enable
#	define HAVE_DOUBLE
#endif
#ifdef cl_amd_media_ops
#pragma OPENCL EXTENSION cl_amd_media_ops : enable
#define BITALIGN(a, b, s) amd_bitalign((a), (b), (s))
#else
#define BITALIGN(a, b, s) ((uint)((((ulong)(a) << 32) | (ulong)(b)) >> ((s) & 31)))
#endif
#if __OPENCL_C_VERSION__ >= 200 && !defined FORCE_12
#define ATOMIC_ADD(p, v) atomic_fetch_add((volatile __global atomic_int *)(p), (v))
#else
#define ATOMIC_ADD(p, v) atomic_add((p), (v))
#endif
#ifndef WORKGROUP
# if VENDOR_NVIDIA
#  define WORKGROUP 256
#  define WARP 32
# else
#  define WORKGROUP 64
#  define WARP 1
# endif
#endif
#if (WORKGROUP & (WORKGROUP - 1)) != 0 || WORKGROUP < 1
# error WORKGROUP must be a power of two
#endif
#define LOG2(n) ((n) >= 512 ? 9 : (n) >= 256 ? 8 : (n) >= 128 ? 7 : (n) >= 64 ? 6 : 5)
#ifdef HAVE_DOUBLE
typedef double accum_t;
#define CONVERT_ACCUM convert_double
#else
typedef float accum_t;
#define CONVERT_ACCUM convert_float
#endif
#ifdef __IMAGE_SUPPORT__
#define HAS_IMAGES 1
#endif
#ifdef cl_khr_subgroups
#error "no subgroups in 1.2"
#endif
#ifndef __kernel
#define GLOBAL_CONST_PTR(T) __global const T *restrict
#endif
#if 0
this is not even C ' " but skipped
# if 1
# else
# endif
#endif
#define DECL_TILE(T, n, m) __local T CONCAT_(tile_, T)[n][m + (WARP > 1)]
#define CONCAT_(a, b) a##b
#define FOR_EACH_THREAD(i, n) for (uint i = get_global_id(0), i##_end = (n); i < i##_end; i += get_global_size(0))
__attribute__((reqd_work_group_size(WORKGROUP, 1, 1))) __kernel void configured(GLOBAL_CONST_PTR(float) in, __global float *out, volatile __global int *n, const uint size) {
  DECL_TILE(float, 4, 16); DECL_TILE(int, LOG2(WORKGROUP), 2);
  accum_t sum = 0;
  FOR_EACH_THREAD(i, size) { sum += CONVERT_ACCUM(in[i]); }
  tile_float[0][0] = sum; tile_int[1][1] = BITALIGN(1u, 2u, 3u);
  ATOMIC_ADD(n, 1);
#if defined(__FAST_RELAXED_MATH__)
  out[0] = native_sqrt((float)sum);
#else
  out[0] = sqrt((float)sum) + tile_float[0][0] + tile_int[1][1];
#endif
}
