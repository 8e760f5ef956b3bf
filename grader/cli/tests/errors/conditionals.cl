#if SIZE >
kernel void k(global float *y) { y[0] = 1.0f; }
#endif
#elfi
#ifdef A
