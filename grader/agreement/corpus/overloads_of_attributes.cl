#define OVERLOAD __attribute__((overloadable))
float OVERLOAD norm(float x) { return fabs(x); }
float OVERLOAD norm(float2 x) { return length(x); }
float OVERLOAD norm(float4 x) { return length(x); }
int __attribute__((overloadable)) norm(int x) { return x < 0 ? -x : x; }
static inline __attribute__((always_inline, const)) float helper(float x) __attribute__((pure));
static inline float helper(float x) { return x + 1; }
__attribute__((noinline)) void touch(__global int *p) { *p = 1; }
typedef float4 __attribute__((aligned(4))) float4_unaligned;
typedef int vec8 __attribute__((ext_vector_type(8)));
typedef float quad __attribute__((vector_size(16)));
struct __attribute__((packed)) packed { char c; int i; };
struct aligned_fields { char a __attribute__((aligned(8))); int b; } __attribute__((aligned(32)));
__constant int table[4] __attribute__((unused)) = { 1, 2, 3, 4 };
__kernel __attribute__((reqd_work_group_size(8, 8, 1), vec_type_hint(float4)))
void attributed(__global float *restrict out, __global int *p __attribute__((unused)), int unused_argument __attribute__((unused))) {
  __local float tile[64] __attribute__((aligned(16)));
  float x __attribute__((unused)) = 1.0f;
  __attribute__((opencl_unroll_hint(4)))
  for (int i = 0; i < 8; i++) tile[i] = i;
  __attribute__((opencl_unroll_hint)) while (x > 2) x--;
  __attribute__((opencl_unroll_hint(1))) do x += 1; while (x < 0);
  #pragma unroll 1
  while (x < 3) x += 1;
  vec8 v = (vec8)(1); float4_unaligned u = (float4)(2);
  touch(p);
  *out = norm(x) + norm((float2)(1, 2)) + norm((float4)(3)) + norm(-4) + helper(x) + v.s7 + u.w + sizeof(struct packed) + sizeof(struct aligned_fields) + tile[0] + table[1];
}
