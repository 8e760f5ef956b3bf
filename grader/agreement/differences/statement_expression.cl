// Unsupported: GNU's ({ ... }) is no part of OpenCL C; clang takes it, the checked program has no room for it.
__kernel void f(__global int *a) { a[0] = ({ int t = a[1]; t + 1; }); }
