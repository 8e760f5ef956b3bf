// Unsupported: assembler belongs to one machine and is never analysed.
__kernel void f(__global int *a) { __asm__ volatile("nop"); a[0] = 1; }
