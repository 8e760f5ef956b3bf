// Dot products of bytes, with and without signs, and sums that do not overflow.
// global: 1
// buffer: y int 8 zeros
// buffer: u uint 4 zeros
kernel void k(global int *y, global uint *u)
{
    char4 a = (char4)(1, -2, 127, -128);
    uchar4 b = (uchar4)(255, 2, 3, 200);
    y[0] = dot(a, a);
    y[1] = dot(a, b);
    y[2] = dot(b, a);
    y[3] = dot_acc_sat(a, a, 2147483647);
    y[4] = dot_4x8packed_ss_int(as_uint(a), as_uint(a));
    y[5] = dot_4x8packed_su_int(as_uint(a), as_uint(b));
    y[6] = dot_acc_sat_4x8packed_us_int(as_uint(b), as_uint(a), -100);
    y[7] = dot_acc_sat_4x8packed_ss_int(as_uint(b), as_uint(a), -2147483647);
    u[0] = dot(b, b);
    u[1] = dot_acc_sat(b, b, 4294967295u);
    u[2] = dot_4x8packed_uu_uint(0x01020304u, 0xff000001u);
    u[3] = dot_acc_sat_4x8packed_uu_uint(0x01020304u, 0xff000001u, 5u);
}
