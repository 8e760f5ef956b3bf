#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef unsigned int uint_t;
const __constant float pi_table[2] = { 3.14f, 6.28f };
constant int zero = 0;
static float square(float x) { return x * x; }
float twice(private float x); float twice(float x) { return 2 * x; }
void kernel first(global float *a, local float *b, constant float *c, const int n, private int m) {
  unsigned i = get_global_id(0); signed s = -1; unsigned char uc = 'a'; signed char sc = '\xff'; unsigned short us = 65535; long int li = 1L; short int si = 2; unsigned long int uli = 3UL; long unsigned lu = 4lu;
  local float tmp[4]; local int flag; __private float priv;
  if (get_local_id(0) == 0) { flag = n; tmp[0] = c[0]; }
  barrier(CLK_LOCAL_MEM_FENCE);
  priv = square(a[i]) + twice(b[0]) + tmp[0] + pi_table[i & 1] + zero;
  a[i] = priv + s + uc + sc + us + li + si + uli + lu + flag + m;
}
kernel __attribute__((vec_type_hint(int))) __attribute__((work_group_size_hint(64, 1, 1))) void second(global int *a) { a[get_global_id(0)] = atom_inc(a) + atom_cmpxchg(a, 0, 1) + atom_max(a, 3); }
__kernel void third(__global int *restrict a, __global const volatile int *b, __constant const int *const c, __local int *volatile d) { *a = *b + *c + *d; }
__kernel void unnamed(__global int *, __global int *out, int) { *out = 1; }
int no_prototype(); int with_void(void); int no_prototype() { return 1; } int with_void(void) { return 2; }
implicit(int a) { return a; }
kernel void fourth(global int *o) { const k = 3; o[0] = no_prototype() + with_void() + implicit(k); }
