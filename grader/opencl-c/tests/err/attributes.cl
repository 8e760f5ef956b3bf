__kernel __attribute__((reqd_work_group_size(8, 8))) void f(__global int *a) { a[0] = 1; }
__kernel __attribute__((vec_type_hint)) void g(__global int *a) { a[0] = 1; }
__kernel __attribute__(packed) void h(__global int *a) { a[0] = 1; }
