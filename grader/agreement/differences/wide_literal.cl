// Unsupported: clang has a reserved type of 128 bits for this constant.
__kernel void f(__global long *a) { a[0] = (long)18446744073709551616; }
