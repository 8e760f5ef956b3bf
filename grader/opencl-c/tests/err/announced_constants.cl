// What is announced must be defined, once and as announced.
extern __constant int nowhere;
extern __constant int table[2];
__constant int table[3] = {1, 2, 3};
extern __constant int twice;
__constant int twice = 1;
__constant int twice = 2;
__kernel void k(__global int *p) { p[0] = nowhere + table[0] + twice; }
