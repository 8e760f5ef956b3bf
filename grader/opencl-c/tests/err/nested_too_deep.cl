#define P4(x) ((((x))))
#define P16(x) P4(P4(P4(P4(x))))
#define P64(x) P16(P16(P16(P16(x))))
#define P256(x) P64(P64(P64(P64(x))))
__kernel void f(__global int *a) { a[0] = P256(1) + P64(P256(2)); a[1] = b; }
